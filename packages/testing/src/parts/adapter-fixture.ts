import type { Adapter, Connector, ConnectRequest, ReadSource } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import type { Behavior } from './behavior.ts'

/**
 * An adapter to test, and a mock wallet of its chain family; both are new for each test. The wallet
 * has at least two accounts and two chains.
 */
export interface AdapterFixture {
  readonly adapter: Adapter
  /** Installs the wallet; the returned function removes it. */
  install(): () => void
  /** Sets how the wallet handles every request from now on. */
  behave(behavior: Behavior): void
  /** Approves the oldest hanging request. */
  release(): Promise<boolean>
  /**
   * What the user can do in the wallet: select the other account, switch to the other chain, revoke
   * the permission.
   */
  selectAccount(index: number): void
  selectOtherChain(): void
  revoke(): void
  /** Number of requests for which a real wallet would have shown a prompt. */
  prompts(): number
  /** Number of listeners on the wallet. */
  listenerCount(): number
  readonly addresses: {
    readonly valid: readonly string[]
    readonly invalid: readonly string[]
    /** One address in two spellings, for tests that both count as the same account. */
    readonly same: readonly [string, string]
  }
  /**
   * Actions that an abort does not end, because the wallet may still send the transaction and the
   * result must be known; default none.
   */
  readonly keepsWaiting?: readonly string[]
  /**
   * Present when the adapter builds the transaction and the wallet only signs it: the source from
   * which it reads the chain, and an amount in base units that the account can send.
   */
  readonly funds?: { readonly source: ReadSource; readonly amount: bigint }
  /** The error that a wallet of this family throws when its user rejects. */
  readonly rejection: unknown
  /**
   * Whether the signature proves that the account signed the message; checked by independent code.
   */
  verify(parameters: {
    readonly account: AccountId
    readonly message: string
    readonly signature: string
  }): Promise<boolean>
}

export interface FoundConnector {
  readonly connector: Connector
  readonly connectors: readonly Connector[]
  readonly stop: () => void
  readonly stopWallet: () => void
}

/**
 * Installs the fixture's wallet and waits at most five seconds until the adapter has discovered it.
 */
export async function findConnector(fixture: AdapterFixture): Promise<FoundConnector> {
  const stopWallet = fixture.install()
  const connectors: Connector[] = []
  const connectorWaiter: { tell?: () => void } = {}
  const stop = fixture.adapter.discover((connector) => {
    connectors.push(connector)
    connectorWaiter.tell?.()
  })
  if (connectors.length === 0)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 5000)
      connectorWaiter.tell = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const [connector] = connectors
  if (!connector) throw new Error('the adapter reported no connector')
  return { connector, connectors, stop, stopWallet }
}

export const makeRequest = (
  adapter: Adapter,
  extraRequest: Partial<ConnectRequest> = {},
): ConnectRequest => ({
  chains: adapter.chains,
  silent: false,
  signal: new AbortController().signal,
  onPrompt: () => {},
  ...extraRequest,
})
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  )
export const waitToSettle = (): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, 30))

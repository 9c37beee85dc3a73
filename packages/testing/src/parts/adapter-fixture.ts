import type { Adapter, Connector, ConnectRequest, ReadSource } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import type { Behavior } from './behavior.ts'

/**
 * One fresh adapter and one fresh wallet of its family, which knows two accounts and two chains at
 * least.
 */
export interface AdapterFixture {
  readonly adapter: Adapter
  /** Makes the wallet findable; the stop makes it vanish. */
  install(): () => void
  /** How the wallet meets every request from now on. */
  behave(behavior: Behavior): void
  /** Lets the oldest hanging request be approved. */
  release(): Promise<boolean>
  /**
   * The person looks at the other account, goes to the other chain, or takes the permission back.
   */
  selectAccount(index: number): void
  selectOtherChain(): void
  revoke(): void
  /** Requests that a person would have been shown. */
  prompts(): number
  /** Listeners that the wallet holds. */
  listenerCount(): number
  readonly addresses: {
    readonly valid: readonly string[]
    readonly invalid: readonly string[]
    /** Two spellings of one address. */
    readonly same: readonly [string, string]
  }
  /**
   * Verbs whose question an abort does not end, since what the wallet sends all the same must be
   * known; default none.
   */
  readonly keepsWaiting?: readonly string[]
  /**
   * For a wallet that only signs what the adapter plans: where its chain is read, and what may
   * leave in base units; default nothing is planned.
   */
  readonly funds?: { readonly source: ReadSource; readonly amount: bigint }
  /** What a wallet of this family throws when its owner says no. */
  readonly rejection: unknown
  /**
   * Whether the signature proves that the account signed the message: by code that is not the
   * adapter's.
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

/** Installs the wallet and discovers it, at once or within five seconds. */
export async function findConnector(fixture: AdapterFixture): Promise<FoundConnector> {
  const stopWallet = fixture.install()
  const connectors: Connector[] = []
  const waiting: { tell?: () => void } = {}
  const stop = fixture.adapter.discover((connector) => {
    connectors.push(connector)
    waiting.tell?.()
  })
  if (connectors.length === 0)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 5000)
      waiting.tell = () => {
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
  more: Partial<ConnectRequest> = {},
): ConnectRequest => ({
  chains: adapter.chains,
  silent: false,
  signal: new AbortController().signal,
  onPrompt: () => {},
  ...more,
})
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  )
export const waitToSettle = (): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, 30))

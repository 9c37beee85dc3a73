import { disconnect, type Kit, switchChain } from '@latchkey/core'
import { type EvmProvider, getProvider } from '@latchkey/evm/provider'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import {
  type Address,
  ResourceUnavailableRpcError,
  SwitchChainError,
  UserRejectedRequestError,
} from 'viem'
import { ChainNotConfiguredError, type CreateConnectorFn } from 'wagmi'
import { readAccount, readConnection, requireConnection } from './read-connection.ts'
import { chainIdOf } from './wagmi-chains.ts'

/** Id of the kit's connector in wagmi's state and storage. */
export const connectorId = 'latchkey'

interface Parameters {
  readonly connect: (() => Promise<unknown>) | undefined
  readonly name: string
  readonly icon: string | undefined
}

type ConnectedAccounts<WithCapabilities extends boolean> = WithCapabilities extends true
  ? readonly { address: Address; capabilities: Record<string, unknown> }[]
  : readonly Address[]

/**
 * Makes a wagmi connector for the kit's Ethereum-like wallet. The connector reports no events,
 * because wagmi ignores the events of a connector that is connecting; `keepInStep` writes wagmi's
 * state instead.
 */
export function kitConnector(
  kit: Kit,
  { connect, name, icon }: Parameters,
): CreateConnectorFn<EvmProvider> {
  let isStarted = false
  /**
   * Keeps the kit running from the first call on, also on a page without the kit's own components.
   */
  const startKit = (): void => {
    if (isStarted) return
    isStarted = true
    kit.subscribe(() => {})
  }
  return ({ chains }) => ({
    id: connectorId,
    name,
    type: connectorId,
    ...(icon !== undefined && { icon }),
    async connect<WithCapabilities extends boolean = false>({
      chainId,
      isReconnecting = false,
      withCapabilities,
    }: {
      chainId?: number | undefined
      isReconnecting?: boolean | undefined
      withCapabilities?: WithCapabilities | boolean | undefined
    } = {}) {
      startKit()
      if (!isReconnecting) await connectWallet(kit, connect)
      if (chainId !== undefined && requireConnection(kit).chainId !== chainId)
        await switchKit(kit, chainId).catch(keepOtherChain)
      const { accounts, chainId: presentChain } = requireConnection(kit)
      const answer: unknown = withCapabilities
        ? accounts.map((address) => ({ address, capabilities: {} }))
        : accounts
      return { accounts: answer as ConnectedAccounts<WithCapabilities>, chainId: presentChain }
    },
    async disconnect() {
      await disconnect(kit, { namespace: 'eip155' }).catch((error: unknown) => {
        // The error is ignored: the page is disconnected all the same, and the kit has recorded the
        // failure.
        if (!hasCode(error, 'disconnect-failed')) throw error
      })
    },
    getAccounts: async () => readConnection(kit)?.accounts ?? [],
    getChainId: async () => requireConnection(kit).chainId,
    getProvider: async () => getProvider(kit),
    async isAuthorized() {
      startKit()
      await waitUntil(kit, () => readAccount(kit).status !== 'reconnecting')
      return readConnection(kit) !== undefined
    },
    async switchChain({ chainId }) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new SwitchChainError(new ChainNotConfiguredError())
      await switchKit(kit, chainId)
      return chain
    },
    // These methods do nothing, because nobody calls them: wagmi expects a connector to listen to
    // its own wallet.
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  })
}

/** Lets the visitor connect a wallet, if none is connected. */
async function connectWallet(kit: Kit, connect: Parameters['connect']): Promise<void> {
  if (readConnection(kit)) return
  if (!connect)
    throw new LatchkeyError('config-invalid', {
      reason: 'createWagmiConfig: connect: none',
      fix: 'pass connect: () => modal.connect()',
    })
  const isConnected = waitUntil(kit, () => readConnection(kit) !== undefined)
  try {
    // The wait ends as soon as a wallet is connected, which may happen elsewhere on the page while
    // the dialog is still open.
    await Promise.race([connect(), isConnected])
  } catch (error) {
    throw toViemError(error)
  } finally {
    isConnected.stop()
  }
}

/**
 * Switches the kit to the chain with this number; throws the same errors as wagmi's own connectors.
 */
async function switchKit(kit: Kit, chain: number): Promise<void> {
  try {
    await switchChain(kit, { chain: chainIdOf(chain) })
  } catch (error) {
    const known = toViemError(error)
    throw known === error ? new SwitchChainError(error as Error) : known
  }
}

/**
 * When a wallet does not switch to the requested chain while connecting, it stays connected on its
 * own chain, unless the visitor refused the switch.
 */
function keepOtherChain(error: unknown): void {
  if (error instanceof UserRejectedRequestError) throw error
}

/**
 * Converts an error to viem's class for it, if there is one, so that pages recognise that the
 * visitor declined.
 */
function toViemError(error: unknown): unknown {
  if (!hasCode(error)) return error
  switch (error.code) {
    case 'user-rejected':
    case 'connection-rejected':
    case 'switch-rejected':
    case 'modal-closed':
      return new UserRejectedRequestError(error)
    case 'connection-pending':
    case 'rpc-resource-unavailable':
      return new ResourceUnavailableRpcError(error)
    default:
      return error
  }
}

/** Resolves once `isTrue` returns true. `stop` ends the wait; the promise is then never settled. */
function waitUntil(kit: Kit, isTrue: () => boolean): Promise<void> & { stop(): void } {
  let stop = (): void => {}
  const promise = new Promise<void>((resolve) => {
    if (isTrue()) return resolve()
    stop = kit.watch(() => {
      if (!isTrue()) return
      stop()
      resolve()
    })
  })
  return Object.assign(promise, { stop: () => stop() })
}

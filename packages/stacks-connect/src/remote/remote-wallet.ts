import { disconnect, getConnection, type Session } from '@latchkey/core'
import { type ChainId, chainOf, LatchkeyError } from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import type { OpenKit } from '../wallets/open-kit.ts'
import { remoteAddresses } from './remote-addresses.ts'

/** Id of the connector of the kit's transport. */
export const transportId = 'walletConnect'

/** A wallet on another device. */
export interface RemoteWallet {
  /**
   * The addresses that the wallet answered when the session began; makes no request. Throws
   * `not-connected`.
   */
  addresses(): readonly WalletAddress[]
  /**
   * Sends a request to the wallet. Throws `not-connected`, `wallet-method-unsupported`, or the code
   * of the wallet's error.
   */
  request(method: string, params: unknown): Promise<unknown>
  /** Calls `listener` when the wallet ends the session, or it expires. */
  onEnd(listener: () => void): void
  /** Ends the session, in the wallet too. */
  end(): Promise<void>
}

const chains: Readonly<Record<string, ChainId>> = {
  mainnet: 'stacks:1',
  testnet: 'stacks:2147483648',
}

/** Makes a `RemoteWallet` from the session of an open kit. */
export function remoteWallet({ kit, told, stop }: OpenKit): RemoteWallet {
  const liveSessions = (): readonly Session[] => {
    const connection = getConnection(kit, { connector: transportId })
    if (connection.status !== 'connected') throw notConnected()
    return connection.sessions
  }
  return {
    addresses: () => remoteAddresses(liveSessions(), told.session?.properties),
    async request(method, params) {
      const namespace = method.startsWith('stx_') ? 'stacks' : 'bip122'
      const session = liveSessions().find((one) => one.namespace === namespace)
      const requestFeature = kit.getState().connectors[transportId]?.features.request
      if (!session || !requestFeature || !told.session?.methods[namespace]?.includes(method))
        throw new LatchkeyError('wallet-method-unsupported', {
          reason: `WalletConnectProvider does not support method ${method.slice(0, 64)}. Please use a supported method.`,
        })
      const { network } = (params ?? {}) as { readonly network?: unknown }
      const hasKnownNetwork =
        namespace === 'stacks' && typeof network === 'string' && Object.hasOwn(chains, network)
      const chain = (hasKnownNetwork && chains[network]) || chainOf(session.selected)
      return requestFeature({ chain, method, params })
    },
    onEnd(listener) {
      kit.watch(({ type }) => {
        if (
          type === 'session-ended' &&
          getConnection(kit, { connector: transportId }).status === 'idle'
        )
          listener()
      })
    },
    async end() {
      try {
        await disconnect(kit, { connector: transportId })
      } finally {
        stop()
      }
    },
  }
}

/** Creates the error for a missing connection, with the text that `@stacks/connect` gives it. */
export function notConnected(cause?: unknown): LatchkeyError {
  const reason = 'WalletConnectProvider not connected. Please connect first.'
  return new LatchkeyError('not-connected', { reason, cause })
}

import { type Entry, networkName } from '@latchkey/wbip'
import { type MethodName, type ParamsOf, request } from '@latchkey/wbip/request'
import { remoteId } from '../remote/remote-id.ts'
import type { RemoteWallet } from '../remote/remote-wallet.ts'

type Params = Readonly<Record<string, unknown>> | undefined

/** The wallet that requests are sent to. */
export interface Target {
  /** Path of the wallet's object on `window`, or `remoteId`. */
  readonly id: string | undefined
  ask(method: string, params: Params, hasOverrides: boolean): Promise<unknown>
  /** Tells the wallet that the connection has ended; never rejects. */
  end(): Promise<unknown>
}

/** Methods whose answer contains addresses. */
export const connectMethods: readonly string[] = [
  'getAddresses',
  'stx_getAddresses',
  'wallet_connect',
]

/** Makes the target for a wallet on the page. */
export function pageTarget(
  entry: Pick<Entry, 'provider' | 'manner'> & Partial<Pick<Entry, 'path'>>,
): Target {
  const { provider, path } = entry
  return {
    id: path,
    async ask(method, params, hasOverrides) {
      const manner = hasOverrides ? entry.manner : 'plain'
      const chain = readChain(params?.network)
      const networkText = chain && networkName(manner, chain)
      const wireParams = networkText ? { ...params, network: networkText } : params
      return request({ provider, manner }, method as MethodName, wireParams as ParamsOf<MethodName>)
    },
    // Some wallets never answer `wallet_disconnect`, or do not support it.
    end: () =>
      request(entry, 'wallet_disconnect', undefined, { signal: AbortSignal.timeout(500) }).catch(
        () => {},
      ),
  }
}

function readChain(network: unknown): 'stacks:1' | 'stacks:2147483648' | undefined {
  if (network === 'mainnet') return 'stacks:1'
  return network === 'testnet' ? 'stacks:2147483648' : undefined
}

/** Makes the target for a wallet on another device. */
export function remoteTarget(remote: RemoteWallet): Target {
  return {
    id: remoteId,
    ask: async (method, params) =>
      connectMethods.includes(method)
        ? { addresses: remote.addresses() }
        : remote.request(method, params),
    end: () => remote.end().catch(() => {}),
  }
}

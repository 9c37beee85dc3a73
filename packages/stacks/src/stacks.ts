import type { Adapter } from '@latchkey/core'
import { lazyErrors, lazyReader } from '@latchkey/core/lazy-adapter'
import type { Chain, ChainId } from '@latchkey/protocol'
import { nativeAsset, readChains } from './chains.ts'
import { openDiscovery } from './connect/discover.ts'
import { isPrincipalOf, tokenId } from './encoding/address.ts'

export declare namespace stacks {
  interface Options<Id extends ChainId = ChainId> {
    /** The Stacks chains of the page. A wallet is asked to use the first one. */
    readonly chains: readonly Chain<Id>[]
    /**
     * Base URLs of REST servers (like Hiro's) by CAIP-2 chain, in order of preference; they replace
     * the chains' own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /** Object that wallets install themselves on; default `window`, if there is one. */
    readonly page?: object
  }
}

/**
 * The adapter for Stacks: wallets with WBIP requests, nodes by REST. Throws `config-invalid`.
 *
 * @example
 * const nativeCurrency = { name: 'Stacks', symbol: 'STX', decimals: 6 }
 * const rpcUrls = ['https://stacks.example']
 * const adapters = [
 *   stacks({ chains: [{ id: stacksMainnet, name: 'Stacks', nativeCurrency, rpcUrls }] }),
 * ]
 */
export function stacks<Id extends ChainId>(options: stacks.Options<Id>): Adapter<Id> {
  const chains = readChains(options.chains, options.rpc)
  const { explain, guard } = lazyErrors(() => import('./errors.ts'))
  const ids = chains.map(({ id }) => id)
  const loadRemote = () => import('./connect/remote.ts')
  return {
    namespace: 'stacks',
    name: 'Stacks',
    chains,
    nodes: 'rest',
    read: lazyReader(
      {
        balances: () => import('./read/balances.ts'),
        estimateTransfer: () => import('./read/estimate-transfer.ts'),
        parseHash: () => import('./read/parse-hash.ts'),
        verdict: () => import('./read/verdict.ts'),
        isUnspendable: () => import('./read/unspendable.ts'),
      },
      guard,
    ),
    nativeAsset,
    tokenId,
    isAddress: (text) => isPrincipalOf(ids, text),
    isSameAddress: (a, b) => a === b,
    discover: openDiscovery(
      () => options.page ?? globalThis.window,
      async (...foundWallet) =>
        (await import('./connect/connector.ts')).entryConnector(...foundWallet),
      guard,
    ),
    wire: async () => (await loadRemote()).wire,
    remote: async (session) => (await loadRemote()).connectorOfRemote(session, guard),
    explain,
  }
}

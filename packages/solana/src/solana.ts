import type { Adapter } from '@latchkey/core'
import { lazyErrors, lazyReader } from '@latchkey/core/lazy-adapter'
import type { Chain, ChainId } from '@latchkey/protocol'
import { nativeAsset, readChains } from './chains.ts'
import { openDiscovery } from './connect/discover.ts'
import { isAddress, isSameAddress, tokenId } from './encoding/address.ts'

export declare namespace solana {
  interface Options<Id extends ChainId = ChainId> {
    /** The Solana chains of the page. Accounts are shown on the first one. */
    readonly chains: readonly Chain<Id>[]
    /**
     * HTTP(S) JSON-RPC URLs by CAIP-2 chain, in order of preference; they replace those in
     * `chains`.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /** Object on which wallets register; default `window`, if there is one. */
    readonly page?: EventTarget
  }
}

/**
 * The adapter for Solana: Wallet Standard wallets, SOL and SPL tokens. Throws `config-invalid`.
 *
 * @example
 * const rpc = { [solanaMainnet.id]: 'https://rpc.example' }
 * const adapters = [solana({ chains: [solanaMainnet], rpc })]
 */
export function solana<Id extends ChainId>(options: solana.Options<Id>): Adapter<Id> {
  const { explain, guard } = lazyErrors(() => import('./errors.ts'))
  const loadRemote = () => import('./connect/remote.ts')
  return {
    namespace: 'solana',
    name: 'Solana',
    chains: readChains(options.chains, options.rpc),
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
    isAddress,
    isSameAddress,
    discover: openDiscovery(
      () => options.page ?? globalThis.window,
      async (...foundWallet) =>
        (await import('./connect/open-connector.ts')).openConnector(...foundWallet),
      guard,
    ),
    wire: async () => (await loadRemote()).wire,
    remote: async (session) => (await loadRemote()).connectorOfRemote(session, guard),
    explain,
  }
}

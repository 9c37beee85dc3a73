import type { Adapter } from '@latchkey/core'
import { lazyReader } from '@latchkey/core/lazy-adapter'
import { type Chain, type ChainId, hasCode } from '@latchkey/protocol'
import { nativeAsset, readChains } from './chains.ts'
import { openDiscovery } from './connect/discover.ts'
import { isAddressOf, isSameAddress } from './encoding/address.ts'

export declare namespace bitcoin {
  interface Options<Id extends ChainId = ChainId> {
    /** The Bitcoin chains of the page. A wallet is asked for its addresses on the first one. */
    readonly chains: readonly Chain<Id>[]
    /**
     * URLs of Esplora servers by CAIP-2 chain, in order of preference; they replace the chains'
     * own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /**
     * URL of an ord server: a plain transfer never spends a coin in which that server finds an
     * inscription or rune.
     */
    readonly ord?: string
    /** Object that wallets install themselves on; default `window`, if there is one. */
    readonly page?: object
  }
}

/**
 * The adapter for Bitcoin: wallets with WBIP requests or with functions like UniSat's and OKX's,
 * and Esplora nodes. Throws `config-invalid`.
 *
 * @example
 * const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
 * const rpcUrls = ['https://esplora.example']
 * const adapters = [
 *   bitcoin({ chains: [{ id: mainnet, name: 'Bitcoin', nativeCurrency, rpcUrls }] }),
 * ]
 */
export function bitcoin<Id extends ChainId>(options: bitcoin.Options<Id>): Adapter<Id> {
  const chains = readChains(options.chains, options.rpc)
  let loadedModule: typeof import('./parts.ts')['parts'] | undefined
  let reader: ReturnType<typeof import('./read/open-reader.ts')['openReader']> | undefined
  const loadParts = async () => {
    loadedModule ??= (await import('./parts.ts')).parts
    return loadedModule
  }
  const loadReader = async () => {
    reader ??= (await loadParts()).openReader(options.ord)
    return reader
  }
  const ids = chains.map(({ id }) => id)
  return {
    namespace: 'bip122',
    name: 'Bitcoin',
    chains,
    nodes: 'rest',
    read: lazyReader({
      balances: loadReader,
      estimateTransfer: loadReader,
      parseHash: loadReader,
      verdict: loadReader,
      isUnspendable: loadReader,
    }),
    nativeAsset,
    tokenId: () => null,
    isAddress: (text) => isAddressOf(ids, text),
    isSameAddress,
    discover: openDiscovery(
      () => options.page ?? globalThis.window,
      async (...foundWallet) => (await loadParts()).openConnector(...foundWallet),
    ),
    wire: async () => (await loadParts()).wire,
    remote: async (session) => (await loadParts()).remote(session),
    // The adapter's own errors are thrown only by the lazily loaded module, so no error needs its
    // explanation before the module is loaded.
    explain: (error) => loadedModule?.explain(error) ?? (hasCode(error) ? error.code : 'unknown'),
  }
}

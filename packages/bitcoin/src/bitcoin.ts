import type { Adapter } from '@latchkey/core'
import { lazyReader } from '@latchkey/core/lazy-adapter'
import { type Chain, type ChainId, hasCode } from '@latchkey/protocol'
import { nativeAsset, readChains } from './chains.ts'
import { openDiscovery } from './connect/discover.ts'
import { isAddressOf, isSameAddress } from './encoding/address.ts'

export declare namespace bitcoin {
  interface Options {
    /** The first is the one a wallet is asked for. */
    readonly chains: readonly Chain[]
    /**
     * Addresses of Esplora-shaped servers by CAIP-2 chain, in order of preference; they take the
     * place of the chains' own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /**
     * Address of an ord-shaped server: a plain transfer spends no coin in which it names something.
     */
    readonly ord?: string
    /** Where wallets stand; default `window`, if there is one. */
    readonly page?: object
  }
}

/**
 * The adapter for Bitcoin: wallets that are asked by WBIP requests or like UniSat and OKX,
 * Esplora-shaped nodes. Throws `config-invalid`.
 */
export function bitcoin(options: bitcoin.Options): Adapter {
  const chains = readChains(options.chains, options.rpc)
  let parts: typeof import('./parts.ts')['parts'] | undefined
  let reader: ReturnType<typeof import('./read/open-reader.ts')['openReader']> | undefined
  const loadParts = async () => {
    parts ??= (await import('./parts.ts')).parts
    return parts
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
      verdict: loadReader,
    }),
    nativeAsset,
    tokenId: () => null,
    isAddress: (text) => isAddressOf(ids, text),
    isSameAddress,
    discover: openDiscovery(
      () => options.page ?? (typeof window === 'undefined' ? undefined : window),
      async (...found) => (await loadParts()).openConnector(...found),
    ),
    wire: async () => (await loadParts()).wire,
    remote: async (session) => (await loadParts()).remote(session),
    // Whatever this adapter throws is thrown after the tables have been loaded.
    explain: (error) => parts?.explain(error) ?? (hasCode(error) ? error.code : 'unknown'),
  }
}

import { walletPageSize, walletSearchSize } from '@latchkey/protocol'
import type { WalletPage } from '../gateway/wallets.ts'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/** One page of the gateway's wallet list; empty without a gateway. */
export function walletsQuery(kit: Kit, parameters: walletsQuery.Parameters): Query<WalletPage> {
  const { page, search = '', entries, include, exclude, chains, badge } = parameters
  const searchText = search.trim()
  const query = {
    page,
    entries: entries ?? (searchText ? walletSearchSize : walletPageSize),
    search: searchText,
    include: include?.join(),
    exclude: exclude?.join(),
    chains: (chains ?? kit.chains.map(({ id }) => id)).join(),
    badge_type: badge,
  }
  return withErrorTexts({
    queryKey: queryKey(kit, 'wallets', query),
    async queryFn({ signal } = {}) {
      if (!kit.options.gateway) return { count: 0, data: [] }
      const { getWallets } = await import('../gateway/wallets.ts')
      return getWallets(kit, query, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export declare namespace walletsQuery {
  type Parameters = {
    /** Number of the page to read, from 1. */
    readonly page: number
    /**
     * Text that the wallets must match; surrounding spaces are removed. A search returns up to 100
     * wallets.
     */
    readonly search?: string | undefined
    /** Number of wallets per page; default 40, or 100 for a search. */
    readonly entries?: number | undefined
    /** Ids of the wallets to list; default all wallets. */
    readonly include?: readonly string[] | undefined
    readonly exclude?: readonly string[] | undefined
    /** CAIP-2 ids of chains that the wallets support; default the kit's chains. */
    readonly chains?: readonly string[] | undefined
    /** Lists only the wallets that have this badge: certified, or none. */
    readonly badge?: 'certified' | 'none' | undefined
  }
}

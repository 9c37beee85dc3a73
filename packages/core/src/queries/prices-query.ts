import { type Asset, priceCacheKey, priceCacheMs } from '@latchkey/protocol'
import type { Prices } from '../gateway/prices.ts'
import type { Kit } from '../machine/kit.ts'
import { inWordsOf, type Query, queryKey } from '../machine/query.ts'

/**
 * What one unit of each asset is worth, of those the gateway can say; fresh for 15 s. For assets an
 * account does not hold: what it holds has its price in `balancesQuery`. Nothing without a gateway,
 * and none of chains it does not serve.
 * @throws what `postToGateway` throws
 */
export function pricesQuery(
  kit: Kit,
  { assets, currency = 'usd' }: pricesQuery.Parameters,
): Query<Prices> {
  return inWordsOf({
    queryKey: queryKey(kit, 'prices', currency, priceCacheKey(assets.map(({ id }) => id))),
    queryFn: async ({ signal } = {}) =>
      (await import('../gateway/prices.ts')).readPrices(kit, { assets, currency, signal }),
    staleTime: priceCacheMs,
  })
}

export declare namespace pricesQuery {
  type Parameters = {
    /** Of chains of the kit. */
    readonly assets: readonly Asset[]
    /** ISO 4217, lower case; default `usd`. */
    readonly currency?: string | undefined
  }
}

import { type Asset, priceCacheKey, priceCacheMs } from '@latchkey/protocol'
import type { Prices } from '../gateway/prices.ts'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * The price of one unit of each asset that the gateway knows; the result counts as fresh for 15 s.
 * Meant for assets that an account does not hold: `balancesQuery` has the prices of those it holds.
 * Empty without a gateway, and without assets of chains that the gateway does not serve.
 * @throws what `postToGateway` throws
 */
export function pricesQuery(
  kit: Kit,
  { assets, currency = 'usd' }: pricesQuery.Parameters,
): Query<Prices> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'prices', currency, priceCacheKey(assets.map(({ id }) => id))),
    queryFn: async ({ signal } = {}) =>
      (await import('../gateway/prices.ts')).readPrices(kit, { assets, currency, signal }),
    staleTime: priceCacheMs,
  })
}

export declare namespace pricesQuery {
  type Parameters = {
    /** Assets whose prices are wanted, on chains of the kit. */
    readonly assets: readonly Asset[]
    /** Fiat currency as an ISO 4217 code in lower case; default `usd`. */
    readonly currency?: string | undefined
  }
}

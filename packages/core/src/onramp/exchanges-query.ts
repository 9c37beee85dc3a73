import { type Asset, type Exchange, isExchangesResult } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * Exchanges that pay out an asset; the result counts as fresh for 1 min; none without a gateway, or
 * with `features.pay: false`.
 * @throws `exchange-unavailable`
 */
export function exchangesQuery(
  kit: Kit,
  { asset }: exchangesQuery.Parameters,
): Query<readonly Exchange[]> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'exchanges', asset.id),
    async queryFn({ signal } = {}) {
      if (!kit.options.gateway || kit.getState().features.pay === false) return []
      const { askExchange } = await import('./ask-exchange.ts')
      return askExchange(kit, {
        method: 'reown_getExchanges',
        params: { page: 1, asset: asset.id },
        isRepeatable: true,
        signal,
        read: (result) => (isExchangesResult(result) ? result.exchanges : null),
      })
    },
    staleTime: 60_000,
  })
}

export declare namespace exchangesQuery {
  type Parameters = { readonly asset: Pick<Asset, 'id'> }
}

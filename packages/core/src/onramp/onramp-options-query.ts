import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { inWordsOf, type Query, queryKey } from '../machine/query.ts'
import type { BuyOptions } from './onramp.ts'

/**
 * What a provider sells on a chain and what it takes for it; fresh for 1 min. The built-in list,
 * marked, where it cannot be asked; empty lists on a chain nobody delivers to.
 */
export function onrampOptionsQuery(
  kit: Kit,
  { chain, provider }: onrampOptionsQuery.Parameters,
): Query<BuyOptions> {
  return inWordsOf({
    queryKey: queryKey(kit, 'onramp-options', chain, provider),
    queryFn: async ({ signal } = {}) =>
      (await import('./read-onramp.ts')).readOptions(kit, { chain, provider, signal }),
    staleTime: 60_000,
  })
}

export declare namespace onrampOptionsQuery {
  type Parameters = {
    /** CAIP-2. */
    readonly chain: ChainId
    /** `serviceProvider`. */
    readonly provider: string
  }
}

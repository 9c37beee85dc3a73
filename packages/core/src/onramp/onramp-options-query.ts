import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import type { BuyOptions } from './onramp.ts'

/**
 * The coins that a provider sells on a chain, and its payment currencies; the result counts as
 * fresh for 1 min. When the provider cannot be asked, the result is the built-in list, marked with
 * `isDefault`; on a chain that no provider serves, the lists are empty.
 */
export function onrampOptionsQuery(
  kit: Kit,
  { chain, provider }: onrampOptionsQuery.Parameters,
): Query<BuyOptions> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'onramp-options', chain, provider),
    queryFn: async ({ signal } = {}) =>
      (await import('./read-onramp.ts')).readOptions(kit, { chain, provider, signal }),
    staleTime: 60_000,
  })
}

export declare namespace onrampOptionsQuery {
  type Parameters = {
    /** CAIP-2 id of the chain on which the coins are delivered. */
    readonly chain: ChainId
    /** `serviceProvider` of one of the providers that `onrampProvidersQuery` returned. */
    readonly provider: string
  }
}

import type { ChainId, OnrampProvider } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * Providers that sell coins for money, on `chain` when it is given; the result counts as fresh for
 * 1 min; empty without a gateway. When the kit's `features.onramp` is a list, only the providers in
 * that list are returned.
 * @throws `onramp-unavailable`
 */
export function onrampProvidersQuery(
  kit: Kit,
  { chain }: onrampProvidersQuery.Parameters = {},
): Query<readonly OnrampProvider[]> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'onramp-providers', chain),
    async queryFn({ signal } = {}) {
      const { onramp: onrampFeature = true } = kit.getState().features
      if (!onrampFeature) return []
      const allProviders = await (await import('./read-onramp.ts')).readProviders(kit, signal)
      return allProviders.filter(
        ({ chains, serviceProvider }) =>
          (onrampFeature === true || onrampFeature.includes(serviceProvider)) &&
          (chain === undefined || (chains?.includes(chain) ?? true)),
      )
    },
    staleTime: 60_000,
  })
}

export declare namespace onrampProvidersQuery {
  type Parameters = {
    /** CAIP-2 id of a chain; only providers that deliver on this chain are returned. */
    readonly chain?: ChainId | undefined
  }
}

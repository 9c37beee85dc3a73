import type { ChainId, OnrampProvider } from '@latchkey/protocol'
import type { Kit } from '../kit.ts'
import { type Query, queryKey } from '../queries/query.ts'

/**
 * Who sells coins for money, of `chain` where it is given; fresh for 1 min; nobody without a gateway.
 * @throws `onramp-unavailable`
 */
export function onrampProvidersQuery(
  kit: Kit,
  { chain }: onrampProvidersQuery.Parameters = {},
): Query<readonly OnrampProvider[]> {
  return {
    queryKey: queryKey(kit, 'onramp-providers', chain),
    async queryFn({ signal } = {}) {
      const all = await (await import('./read-onramp.ts')).readProviders(kit, signal)
      return chain === undefined ? all : all.filter(({ chains }) => chains?.includes(chain) ?? true)
    },
    staleTime: 60_000,
  }
}

export declare namespace onrampProvidersQuery {
  type Parameters = {
    /** CAIP-2: only who delivers there. */
    readonly chain?: ChainId | undefined
  }
}

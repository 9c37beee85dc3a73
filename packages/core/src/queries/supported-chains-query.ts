import type { SupportedChains } from '../gateway/supported-chains.ts'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/** The chains that the gateway serves. The list is read once; it is empty without a gateway. */
export function supportedChainsQuery(kit: Kit): Query<SupportedChains> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'supported-chains'),
    async queryFn({ signal } = {}) {
      if (!kit.options.gateway) return { http: [], ws: [] }
      return (await import('../gateway/supported-chains.ts')).supportedChains(kit, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

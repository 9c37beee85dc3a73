import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import type { SwapAsset } from './swap.ts'

/**
 * Assets that can be swapped on a chain, with the operator's warnings; the result counts as fresh
 * for 5 min. Empty without a gateway and on a chain without swaps.
 * @throws `swap-unavailable` | `gateway-answer-invalid`
 */
export function swapTokensQuery(
  kit: Kit,
  { chain }: swapTokensQuery.Parameters,
): Query<readonly SwapAsset[]> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'swap-tokens', chain),
    queryFn: async ({ signal } = {}) =>
      (await import('./read-swap-tokens.ts')).readSwapTokens(kit, { chain, signal }),
    staleTime: 300_000,
  })
}

export declare namespace swapTokensQuery {
  type Parameters = { /** CAIP-2 id of the chain. */ readonly chain: ChainId }
}

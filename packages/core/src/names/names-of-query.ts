import type { AccountId, RegisteredName } from '@latchkey/protocol'
import { nameCacheMs } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * Names in the gateway operator's name zone (such as `latchkey.eth`) that an account owns, the
 * oldest first. Empty when the gateway keeps no names or does not serve the chain; the result
 * counts as fresh for 5 min.
 * @throws `names-unavailable` | `aborted`
 */
export function namesOfQuery(
  kit: Kit,
  { account }: namesOfQuery.Parameters,
): Query<readonly RegisteredName[]> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'names-of', account),
    queryFn: async ({ signal } = {}) =>
      (await import('./read-names-of.ts')).readNamesOf(kit, account, signal),
    staleTime: nameCacheMs,
  })
}

export declare namespace namesOfQuery {
  /** CAIP-10 id of the account that owns the names. */
  type Parameters = { readonly account: AccountId }
}

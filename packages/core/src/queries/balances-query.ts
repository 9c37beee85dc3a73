import { type AccountId, type Asset, portfolioCacheMs } from '@latchkey/protocol'
import type { Balance } from '../contract/reader.ts'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * Balances of an account on its chain, the native coin first; the result counts as fresh for 30 s.
 * With a gateway, all of the account's tokens are returned, with prices; without a gateway, or when
 * it is down, the native coin and `assets`.
 * @throws `balance-retry-blocked` within 30 s of a failure | `balance-unavailable`
 */
export function balancesQuery(
  kit: Kit,
  { account, currency = 'usd', assets }: balancesQuery.Parameters,
): Query<readonly Balance[]> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'balances', account, currency, assets?.map(({ id }) => id).join()),
    queryFn: async ({ signal } = {}) =>
      (await import('../gateway/balances.ts')).readBalances(kit, {
        account,
        currency,
        assets,
        signal,
      }),
    staleTime: portfolioCacheMs,
  })
}

export declare namespace balancesQuery {
  type Parameters = {
    /** CAIP-10 id of the account. */
    readonly account: AccountId
    /** Fiat currency as an ISO 4217 code in lower case; default `usd`. */
    readonly currency?: string | undefined
    /** Tokens to read in addition to the native coin when no gateway lists the account's tokens. */
    readonly assets?: readonly Asset[] | undefined
  }
}

import { type AccountId, addressOf, namespaceOf, portfolioCacheMs } from '@latchkey/protocol'
import type { Portfolio } from '../gateway/portfolio.ts'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * Reads the balances of an account's address and their total value, on those chains of its chain
 * family that both the page and the gateway support, without test networks. The result counts as
 * fresh for 30 s, and is empty without a gateway.
 * @throws `balance-retry-blocked` within 30 s of a failure | `balance-unavailable`
 */
export function portfolioQuery(
  kit: Kit,
  { account, currency = 'usd' }: portfolioQuery.Parameters,
): Query<Portfolio> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'portfolio', namespaceOf(account), addressOf(account), currency),
    queryFn: async ({ signal } = {}) =>
      (await import('../gateway/portfolio.ts')).readPortfolio(kit, { account, currency, signal }),
    staleTime: portfolioCacheMs,
  })
}

export declare namespace portfolioQuery {
  type Parameters = {
    /**
     * CAIP-10 id of the account; the balances are read on all chains, so its chain does not matter.
     */
    readonly account: AccountId
    /** Fiat currency as an ISO 4217 code in lower case; default `usd`. */
    readonly currency?: string | undefined
  }
}

import type { Kit } from '../machine/kit.ts'
import { inWordsOf, type Query, queryKey } from '../machine/query.ts'
import { type BuyAsk, type BuyQuote, buyQuoteLifeMs } from './onramp.ts'

/**
 * What an amount of money brings; fresh for 10 s. An estimate, marked, where nobody offers
 * anything; null on a chain nobody delivers to.
 * @throws `amount-invalid` | `onramp-amount-out-of-range` | `onramp-unavailable` where the currency
 *   or method is no option
 */
export function onrampQuoteQuery(
  kit: Kit,
  ask: onrampQuoteQuery.Parameters,
): Query<BuyQuote | null> {
  const { provider, chain, purchaseCurrency, paymentCurrency, paymentMethod, amount } = ask
  return inWordsOf({
    queryKey: queryKey(
      kit,
      'onramp-quote',
      provider,
      chain,
      purchaseCurrency,
      paymentCurrency,
      paymentMethod ?? '',
      amount,
    ),
    queryFn: async ({ signal } = {}) =>
      (await import('./read-quote.ts')).readQuote(kit, { ...ask, signal }),
    staleTime: buyQuoteLifeMs,
  })
}

export declare namespace onrampQuoteQuery {
  type Parameters = BuyAsk
}

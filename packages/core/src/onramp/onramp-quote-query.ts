import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import { type BuyAsk, type BuyQuote, buyQuoteLifeMs } from './onramp.ts'

/**
 * A quote for an amount of money; the result counts as fresh for 10 s. When no provider makes an
 * offer, the result is an estimate, marked with `isEstimate`; it is null on a chain that no
 * provider serves.
 * @throws `amount-invalid` | `onramp-amount-out-of-range` | `onramp-unavailable` when the currency
 * or method is no option
 */
export function onrampQuoteQuery(
  kit: Kit,
  request: onrampQuoteQuery.Parameters,
): Query<BuyQuote | null> {
  const { provider, chain, purchaseCurrency, paymentCurrency, paymentMethod, amount } = request
  return withErrorTexts({
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
      (await import('./read-quote.ts')).readQuote(kit, { ...request, signal }),
    staleTime: buyQuoteLifeMs,
  })
}

export declare namespace onrampQuoteQuery {
  type Parameters = BuyAsk
}

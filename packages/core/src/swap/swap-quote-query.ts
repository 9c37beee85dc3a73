import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import { quoteLifeMs, type SwapQuestion, type SwapQuote } from './swap.ts'

/**
 * The best quote for a swap: with side `pay` it pays exactly the given amount, with side `receive`
 * it delivers no less than that amount; the result counts as fresh for 10 s.
 */
export function swapQuoteQuery(kit: Kit, parameters: swapQuoteQuery.Parameters): Query<SwapQuote> {
  const { account, pay, receive, amount, side = 'pay' } = parameters
  return withErrorTexts({
    queryKey: queryKey(kit, 'swap-quote', account, pay.id, receive.id, `${amount}`, side),
    queryFn: async ({ signal } = {}) =>
      (await import('./read-swap-quote.ts')).readSwapQuote(kit, { ...parameters, signal }),
    staleTime: quoteLifeMs,
  })
}

export declare namespace swapQuoteQuery {
  type Parameters = SwapQuestion
}

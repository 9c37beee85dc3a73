import { quoteLifeMs, swapQuoteQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useSwapQuote {
  /**
   * Parameters of the query; it does not run while the account, one of the assets or the amount is
   * undefined.
   */
  type Parameters = {
    readonly [K in 'account' | 'pay' | 'receive' | 'amount']: Input[K] | undefined
  } & Pick<Input, 'side'> &
    QueryOptions
  type Data = ReturnType<typeof swapQuoteQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof swapQuoteQuery>[1]

/** The best quote for a swap, read every 10 s while the page is visible. */
export function useSwapQuote(
  parameters: useSwapQuote.Parameters,
): UseQueryResult<useSwapQuote.Data> {
  const {
    account,
    pay,
    receive,
    amount,
    side,
    client,
    refetchIntervalMs = quoteLifeMs,
  } = parameters
  return useKitQuery(
    (kit) =>
      account === undefined || pay === undefined || receive === undefined || amount === undefined
        ? null
        : swapQuoteQuery(kit, { account, pay, receive, amount, side }),
    { ...(client && { client }), refetchIntervalMs },
  )
}

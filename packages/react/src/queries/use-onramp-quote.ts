import { onrampQuoteQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useOnrampQuote {
  /** Parameters of the query; it does not run while `amount` is undefined. */
  type Parameters = Omit<Input, 'amount'> & {
    readonly amount: Input['amount'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof onrampQuoteQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof onrampQuoteQuery>[1]

/**
 * A quote for buying coins with an amount of money or, when no provider made one, an estimate that
 * is marked as such; the result counts as fresh for 10 s. Null when no provider serves the chain.
 */
export function useOnrampQuote(
  parameters: useOnrampQuote.Parameters,
): UseQueryResult<useOnrampQuote.Data> {
  const { amount, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (amount === undefined ? null : onrampQuoteQuery(kit, { ...queryParameters, amount })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

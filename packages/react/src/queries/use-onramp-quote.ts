import { onrampQuoteQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useOnrampQuote {
  /** Those of the query; nothing is asked while `amount` is undefined. */
  type Parameters = Omit<Input, 'amount'> & {
    readonly amount: Input['amount'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof onrampQuoteQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof onrampQuoteQuery>[1]

/**
 * What an amount of money brings, or, marked, an estimate of it; stale after 10 s. Null where
 * nobody delivers.
 */
export function useOnrampQuote(
  parameters: useOnrampQuote.Parameters,
): UseQueryResult<useOnrampQuote.Data> {
  const { amount, client, refetchIntervalMs, ...rest } = parameters
  return useKitQuery(
    (kit) => (amount === undefined ? null : onrampQuoteQuery(kit, { ...rest, amount })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

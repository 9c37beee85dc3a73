import { portfolioQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace usePortfolio {
  /** Those of the query; nothing is asked while `account` is undefined. */
  type Parameters = Omit<Input, 'account'> & {
    readonly account: Input['account'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof portfolioQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof portfolioQuery>[1]

/** What an address holds on all chains of the page, and what that is worth; stale after 30 s. */
export function usePortfolio(
  parameters: usePortfolio.Parameters,
): UseQueryResult<usePortfolio.Data> {
  const { account, client, refetchIntervalMs, ...rest } = parameters
  return useKitQuery(
    (kit) => (account === undefined ? null : portfolioQuery(kit, { ...rest, account })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

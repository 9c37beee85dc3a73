import { portfolioQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace usePortfolio {
  /** Parameters of the query; it does not run while `account` is undefined. */
  type Parameters = Omit<Input, 'account'> & {
    readonly account: Input['account'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof portfolioQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof portfolioQuery>[1]

/**
 * Reads the balances of an account's address and their total value, on those chains of its chain
 * family that both the page and the gateway support, without test networks. The result counts as
 * fresh for 30 s, and is empty without a gateway.
 */
export function usePortfolio(
  parameters: usePortfolio.Parameters,
): UseQueryResult<usePortfolio.Data> {
  const { account, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (account === undefined ? null : portfolioQuery(kit, { ...queryParameters, account })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

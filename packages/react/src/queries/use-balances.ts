import { balancesQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useBalances {
  /** Parameters of the query; it does not run while `account` is undefined. */
  type Parameters = Omit<Input, 'account'> & {
    readonly account: Input['account'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof balancesQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof balancesQuery>[1]

/** Balances of an account, with known prices; the result counts as fresh for 30 s. */
export function useBalances(parameters: useBalances.Parameters): UseQueryResult<useBalances.Data> {
  const { account, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (account === undefined ? null : balancesQuery(kit, { ...queryParameters, account })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

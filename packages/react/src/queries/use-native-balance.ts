import { nativeBalanceQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useNativeBalance {
  /** Parameters of the query; it does not run while `account` is undefined. */
  type Parameters = Omit<Input, 'account'> & {
    readonly account: Input['account'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof nativeBalanceQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof nativeBalanceQuery>[1]

/** The balance of the chain's own coin; the result counts as fresh for 30 s. */
export function useNativeBalance(
  parameters: useNativeBalance.Parameters,
): UseQueryResult<useNativeBalance.Data> {
  const { account, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) =>
      account === undefined ? null : nativeBalanceQuery(kit, { ...queryParameters, account }),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

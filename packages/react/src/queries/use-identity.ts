import { identityQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useIdentity {
  /** Parameters of the query; it does not run while `account` is undefined. */
  type Parameters = Omit<Input, 'account'> & {
    readonly account: Input['account'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof identityQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof identityQuery>[1]

/** Name and avatar of an account; the result counts as fresh for 5 min. */
export function useIdentity(parameters: useIdentity.Parameters): UseQueryResult<useIdentity.Data> {
  const { account, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (account === undefined ? null : identityQuery(kit, { ...queryParameters, account })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

import { namesOfQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useNamesOf {
  /** Parameters of the query; it does not run while `account` is undefined. */
  type Parameters = Omit<Input, 'account'> & {
    readonly account: Input['account'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof namesOfQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof namesOfQuery>[1]

/**
 * Names in the gateway operator's name zone (such as `latchkey.eth`) that an account owns; the
 * result counts as fresh for 5 min.
 */
export function useNamesOf(parameters: useNamesOf.Parameters): UseQueryResult<useNamesOf.Data> {
  const { account, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (account === undefined ? null : namesOfQuery(kit, { ...queryParameters, account })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

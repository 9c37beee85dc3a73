import { exchangesQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useExchanges {
  /** Parameters of the query; it does not run while `asset` is undefined. */
  type Parameters = Omit<Input, 'asset'> & {
    readonly asset: Input['asset'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof exchangesQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof exchangesQuery>[1]

/** Exchanges that pay out an asset; the result counts as fresh for 1 min. */
export function useExchanges(
  parameters: useExchanges.Parameters,
): UseQueryResult<useExchanges.Data> {
  const { asset, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (asset === undefined ? null : exchangesQuery(kit, { ...queryParameters, asset })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

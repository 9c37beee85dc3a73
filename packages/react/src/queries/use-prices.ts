import { pricesQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace usePrices {
  /** Parameters of the query; it does not run while the list of assets is empty. */
  type Parameters = Input & QueryOptions
  type Data = ReturnType<typeof pricesQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof pricesQuery>[1]

/**
 * Prices of assets, meant for assets that the account does not hold; the result counts as fresh for
 * 15 s.
 */
export function usePrices(parameters: usePrices.Parameters): UseQueryResult<usePrices.Data> {
  const { client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (queryParameters.assets.length === 0 ? null : pricesQuery(kit, queryParameters)),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

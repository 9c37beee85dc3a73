import { onrampProvidersQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useOnrampProviders {
  type Parameters = NonNullable<Input> & QueryOptions
  type Data = ReturnType<typeof onrampProvidersQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof onrampProvidersQuery>[1]

/** Providers that sell coins for money; the result counts as fresh for 1 min. */
export function useOnrampProviders(
  parameters: useOnrampProviders.Parameters = {},
): UseQueryResult<useOnrampProviders.Data> {
  const { client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery((kit) => onrampProvidersQuery(kit, queryParameters), {
    ...(client && { client }),
    ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
  })
}

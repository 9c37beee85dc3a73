import { onrampOptionsQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useOnrampOptions {
  /** Parameters of the query; it does not run while `provider` is undefined. */
  type Parameters = Omit<Input, 'provider'> & {
    readonly provider: Input['provider'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof onrampOptionsQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof onrampOptionsQuery>[1]

/**
 * The coins that a provider sells on a chain, and its payment methods; the result counts as fresh
 * for 1 min.
 */
export function useOnrampOptions(
  parameters: useOnrampOptions.Parameters,
): UseQueryResult<useOnrampOptions.Data> {
  const { provider, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) =>
      provider === undefined ? null : onrampOptionsQuery(kit, { ...queryParameters, provider }),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

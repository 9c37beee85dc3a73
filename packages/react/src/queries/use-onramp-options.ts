import { onrampOptionsQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useOnrampOptions {
  /** Those of the query; nothing is asked while `provider` is undefined. */
  type Parameters = Omit<Input, 'provider'> & {
    readonly provider: Input['provider'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof onrampOptionsQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof onrampOptionsQuery>[1]

/** What a provider sells on a chain and what it takes for it; stale after 1 min. */
export function useOnrampOptions(
  parameters: useOnrampOptions.Parameters,
): UseQueryResult<useOnrampOptions.Data> {
  const { provider, client, refetchIntervalMs, ...rest } = parameters
  return useKitQuery(
    (kit) => (provider === undefined ? null : onrampOptionsQuery(kit, { ...rest, provider })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

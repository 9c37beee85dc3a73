import { swapTokensQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useSwapTokens {
  /** Parameters of the query; it does not run while `chain` is undefined. */
  type Parameters = Omit<Input, 'chain'> & {
    readonly chain: Input['chain'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof swapTokensQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof swapTokensQuery>[1]

/** Tokens that can be swapped on a chain; the result counts as fresh for 5 min. */
export function useSwapTokens(
  parameters: useSwapTokens.Parameters,
): UseQueryResult<useSwapTokens.Data> {
  const { chain, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (chain === undefined ? null : swapTokensQuery(kit, { ...queryParameters, chain })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

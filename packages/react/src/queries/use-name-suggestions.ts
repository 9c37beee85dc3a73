import { nameSuggestionsQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useNameSuggestions {
  /** Parameters of the query; it does not run while `label` is undefined. */
  type Parameters = Omit<Input, 'label'> & {
    readonly label: Input['label'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof nameSuggestionsQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof nameSuggestionsQuery>[1]

/**
 * Names that begin with a label, first the name that equals it; the result counts as fresh for 10
 * s.
 */
export function useNameSuggestions(
  parameters: useNameSuggestions.Parameters,
): UseQueryResult<useNameSuggestions.Data> {
  const { label, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) =>
      label === undefined ? null : nameSuggestionsQuery(kit, { ...queryParameters, label }),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

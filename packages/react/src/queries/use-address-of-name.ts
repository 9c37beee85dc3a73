import { addressOfNameQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useAddressOfName {
  /** Parameters of the query; it does not run while `name` is undefined. */
  type Parameters = Omit<Input, 'name'> & {
    readonly name: Input['name'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof addressOfNameQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof addressOfNameQuery>[1]

/** The address of a name, or `null` when nobody owns it; the result counts as fresh for 5 min. */
export function useAddressOfName(
  parameters: useAddressOfName.Parameters,
): UseQueryResult<useAddressOfName.Data> {
  const { name, client, refetchIntervalMs, ...queryParameters } = parameters
  return useKitQuery(
    (kit) => (name === undefined ? null : addressOfNameQuery(kit, { ...queryParameters, name })),
    {
      ...(client && { client }),
      ...(refetchIntervalMs !== undefined && { refetchIntervalMs }),
    },
  )
}

import type { Kit } from '@latchkey/core'
import { type QueryClient, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useKit } from '../hooks/use-kit.ts'

/**
 * A query of core or of an adapter: its function, its key, and for how long the result counts as
 * fresh.
 */
export type QueryOf<Data> = {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>
  /** Milliseconds for which the result counts as fresh. */
  readonly staleTime: number
}

export interface QueryOptions {
  /** Query client to use instead of the nearest `QueryClientProvider`'s. */
  readonly client?: QueryClient
  /**
   * Milliseconds between repeated reads while the component is mounted; by default nothing is read
   * repeatedly.
   */
  readonly refetchIntervalMs?: number
}

export declare namespace useKitQuery {
  interface Options<Data> extends QueryOptions {
    /** Whether the result is final, so that it need not be read again. */
    readonly isOver?: (data: Data) => boolean
  }
}

/**
 * Runs a query of core in a component.
 * @param query made from the kit, or `null` while a parameter is missing: then it does not run.
 */
export function useKitQuery<Data>(
  query: (kit: Kit) => QueryOf<Data> | null,
  options: useKitQuery.Options<Data> = {},
): UseQueryResult<Data> {
  const kit = useKit()
  const queryDefinition = query(kit)
  const { refetchIntervalMs: intervalMs, isOver } = options
  return useQuery<Data>(
    {
      queryKey: queryDefinition?.queryKey ?? absentKey,
      queryFn: queryDefinition?.queryFn ?? skipToken,
      staleTime: queryDefinition?.staleTime ?? 0,
      // TanStack Query does not retry, because the kit has retried already, on the gateway and all
      // nodes.
      retry: false,
      ...(intervalMs !== undefined && {
        refetchInterval: ({ state: { data } }) =>
          data !== undefined && isOver?.(data) ? false : intervalMs,
      }),
    },
    options.client,
  )
}

const absentKey = ['latchkey', 'absent'] as const

import type { Kit } from '@latchkey/core'
import { type QueryClient, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useKit } from '../hooks/use-kit.ts'

/**
 * A query of core or of an adapter: what to ask, under which key, and for how long the answer
 * holds.
 */
export type QueryOf<Data> = {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>
  /** Milliseconds. */
  readonly staleTime: number
}

export interface QueryOptions {
  /** Instead of the client of the nearest `QueryClientProvider`. */
  readonly client?: QueryClient
  /** Milliseconds between repeated reads while mounted; default: none. */
  readonly refetchIntervalMs?: number
}

export declare namespace useKitQuery {
  interface Options<Data> extends QueryOptions {
    /** Ends repeated reads: nothing more will change. */
    readonly isOver?: (data: Data) => boolean
  }
}

/**
 * Runs a query of core in a component.
 * @param query made from the kit, or `null` while something it needs is missing: nothing is asked
 *   then.
 */
export function useKitQuery<Data>(
  query: (kit: Kit) => QueryOf<Data> | null,
  options: useKitQuery.Options<Data> = {},
): UseQueryResult<Data> {
  const kit = useKit()
  const made = query(kit)
  const { refetchIntervalMs: ms, isOver } = options
  return useQuery<Data>(
    {
      queryKey: made?.queryKey ?? absent,
      queryFn: made?.queryFn ?? skipToken,
      staleTime: made?.staleTime ?? 0,
      // The gateway client and the RPC list have retried already.
      retry: false,
      ...(ms !== undefined && {
        refetchInterval: ({ state: { data } }) =>
          data !== undefined && isOver?.(data) ? false : ms,
      }),
    },
    options.client,
  )
}

const absent = ['latchkey', 'absent'] as const

import type { Kit } from '@latchkey/core'
import { hasCode, inWords, LatchkeyError } from '@latchkey/protocol'
import { type QueryClient, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useKit } from '../hooks/use-kit.ts'

export interface EvmQueryOptions {
  /** Query client to use instead of the nearest `QueryClientProvider`'s. */
  readonly client?: QueryClient | undefined
  /**
   * Milliseconds between repeated reads while the component is mounted; by default nothing is read
   * repeatedly.
   */
  readonly refetchIntervalMs?: number | undefined
}

/** A query that reads an Ethereum-like chain or asks its wallet. */
export interface EvmQuery<Data> {
  /** What the result depends on: the name of the query, then its parameters. */
  readonly key: readonly [name: string, ...parameters: unknown[]]
  readonly read: (kit: Kit, context: { readonly signal: AbortSignal }) => Promise<Data>
  /** Milliseconds for which the result counts as fresh. */
  readonly staleTime: number
}

export declare namespace useEvmQuery {
  interface Options<Data> extends EvmQueryOptions {
    /** Whether the result is final, so that it need not be read again. */
    readonly isOver?: (data: Data) => boolean
    /** Whether equal parts of two results stay the same objects; default true. */
    readonly keepsEqualParts?: boolean
  }
}

/**
 * Runs a query of an Ethereum-like chain in a component, by TanStack Query; errors are a
 * `LatchkeyError`.
 * @param query `null` while a parameter is missing: then nothing is read.
 */
export function useEvmQuery<Data>(
  query: EvmQuery<Data> | null,
  options: useEvmQuery.Options<Data> = {},
): UseQueryResult<Data, LatchkeyError> {
  const kit = useKit()
  const { refetchIntervalMs: intervalMs, isOver, keepsEqualParts = true } = options
  return useQuery<Data, LatchkeyError>(
    {
      queryKey: ['latchkey', kit.id, 'evm', ...(query?.key.map(toJson) ?? ['absent'])],
      queryFn: query
        ? ({ signal }) => inWords(query.read(kit, { signal }).catch(throwLatchkeyError))
        : skipToken,
      staleTime: query?.staleTime ?? 0,
      structuralSharing: keepsEqualParts,
      // TanStack Query does not retry, because the kit has tried all of its nodes already, and a
      // wallet is asked only once.
      retry: false,
      ...(intervalMs !== undefined && {
        refetchInterval: ({ state: { data } }) =>
          data !== undefined && isOver?.(data) ? false : intervalMs,
      }),
    },
    options.client,
  )
}

/**
 * Writes a query key as JSON, because TanStack Query's keys are JSON, which has no bigint. The keys
 * `[1n]` and `['1']` stay different.
 */
function toJson(value: unknown): unknown {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? { bigint: String(part) } : part,
  )
}

/**
 * Actions throw only a `LatchkeyError`, but an action's code may fail to load; that error is
 * converted here.
 */
function throwLatchkeyError(error: unknown): never {
  throw hasCode(error) ? error : new LatchkeyError('unknown', { cause: error })
}

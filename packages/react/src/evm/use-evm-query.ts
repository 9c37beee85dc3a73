import type { Kit } from '@latchkey/core'
import { hasCode, inWords, LatchkeyError } from '@latchkey/protocol'
import { type QueryClient, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useKit } from '../hooks/use-kit.ts'

export interface EvmQueryOptions {
  /** Query client to use instead of the nearest `QueryClientProvider`'s. */
  readonly client?: QueryClient | undefined
  /** Milliseconds between repeated reads while mounted; default: none. */
  readonly refetchIntervalMs?: number | undefined
}

/** A read of an Ethereum-like chain or of its wallet. */
export interface EvmQuery<Data> {
  /** What the answer depends on: the name of the read, then its parameters. */
  readonly key: readonly [name: string, ...parameters: unknown[]]
  readonly read: (kit: Kit, context: { readonly signal: AbortSignal }) => Promise<Data>
  /** Milliseconds for which the answer counts as fresh. */
  readonly staleTime: number
}

export declare namespace useEvmQuery {
  interface Options<Data> extends EvmQueryOptions {
    /** Whether the answer is final, so that the repeated reads end. */
    readonly isOver?: (data: Data) => boolean
    /** Whether equal parts of two answers stay the same objects; default true. */
    readonly keepsEqualParts?: boolean
  }
}

/**
 * Runs a read in a component, by TanStack Query; its errors are `LatchkeyError`.
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
      // No further retry: the kit has tried all of its nodes already, and a wallet is asked once.
      retry: false,
      ...(intervalMs !== undefined && {
        refetchInterval: ({ state: { data } }) =>
          data !== undefined && isOver?.(data) ? false : intervalMs,
      }),
    },
    options.client,
  )
}

/** Keys of TanStack Query are JSON, which has no bigint; `[1n]` and `['1']` stay two keys. */
function toJson(value: unknown): unknown {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? { bigint: String(part) } : part,
  )
}

/** Actions throw nothing else; the code that one loads may fail to come. */
function throwLatchkeyError(error: unknown): never {
  throw hasCode(error) ? error : new LatchkeyError('unknown', { cause: error })
}

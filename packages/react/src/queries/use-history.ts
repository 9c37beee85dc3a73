import { type Activity, type HistoryPage, historyQuery } from '@latchkey/core'
import {
  type InfiniteData,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useKit } from '../hooks/use-kit.ts'

export declare namespace useHistory {
  /** Parameters of the query; it does not run while `account` is undefined. */
  type Parameters = Omit<Input, 'account'> & {
    readonly account: Input['account'] | undefined
    /** Query client to use instead of the nearest `QueryClientProvider`'s. */
    readonly client?: QueryClient
  }
  interface ReturnType {
    /**
     * The transactions of all pages, each once, in the order of the pages. Empty after a failure,
     * because the pages that were read before the failure are not shown.
     */
    readonly items: readonly Activity[]
    readonly status: 'pending' | 'error' | 'success'
    readonly error: Error | null
    readonly hasMore: boolean
    /** False when no gateway keeps the history of this chain. */
    readonly isKept: boolean
    readonly isLoadingMore: boolean
    /** Reads the next page; resolves to whether a page was read. */
    loadMore(): Promise<boolean>
    /** Drops all pages and reads the first page again. */
    restart(): Promise<void>
    /** Reads the first page again and keeps the others. */
    refresh(): Promise<void>
  }
  type ErrorType = Error
}
type Input = Parameters<typeof historyQuery>[1]
type Pages = InfiniteData<HistoryPage, string | null>

const absentKey = ['latchkey', 'absent', 'history'] as const
const noItems: readonly Activity[] = []

/**
 * The history of an account, page by page; the first page is read again when it is older than 15 s.
 */
export function useHistory({
  account,
  client: givenClient,
  ...queryParameters
}: useHistory.Parameters): useHistory.ReturnType {
  const kit = useKit()
  const client = useQueryClient(givenClient)
  const { currency } = queryParameters
  const historyOptions = useMemo(
    () => (account === undefined ? null : historyQuery(kit, { account, currency })),
    [kit, account, currency],
  )
  const query = useInfiniteQuery<HistoryPage, Error, Pages, readonly unknown[], string | null>(
    {
      queryKey: historyOptions?.queryKey ?? absentKey,
      queryFn: historyOptions?.queryFn ?? skipToken,
      initialPageParam: null,
      getNextPageParam: (...pageArguments) => historyOptions?.getNextPageParam(...pageArguments),
      staleTime: historyOptions?.staleTime ?? 0,
      retry: false,
      // By default TanStack Query would read every page again on mount, focus and reconnection, so
      // that is switched off.
      refetchOnMount: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    client,
  )
  const restart = useCallback(async () => {
    if (historyOptions)
      await client.resetQueries({ queryKey: historyOptions.queryKey, exact: true })
  }, [client, historyOptions])
  const refresh = useCallback(async () => {
    if (!historyOptions || client.getQueryData(historyOptions.queryKey) === undefined) return
    try {
      const firstPage = await client.fetchQuery({
        queryKey: [...historyOptions.queryKey, 'first'],
        queryFn: ({ signal }) => historyOptions.queryFn({ pageParam: null, signal }),
        staleTime: 0,
        retry: false,
      })
      client.setQueryData<Pages>(
        historyOptions.queryKey,
        (cachedPages) => cachedPages && replaceFirstPage(cachedPages, firstPage),
      )
    } catch {
      await restart()
    }
  }, [client, historyOptions, restart])
  useEffect(() => {
    const state = historyOptions && client.getQueryState(historyOptions.queryKey)
    if (!state || state.data === undefined) return
    if (state.status === 'error') void restart()
    else if (Date.now() - state.dataUpdatedAt > historyOptions.staleTime) void refresh()
  }, [client, historyOptions, refresh, restart])
  const { data, isError, hasNextPage, fetchNextPage } = query
  const items = useMemo(
    () => (isError || !data ? noItems : dropRepeats(data.pages.flatMap((page) => page.items))),
    [isError, data],
  )
  const loadMore = useCallback(
    async () => (await fetchNextPage({ cancelRefetch: false })).status === 'success',
    [fetchNextPage],
  )
  return {
    items,
    status: query.status,
    error: query.error,
    hasMore: hasNextPage && !isError,
    isKept: data?.pages[0]?.isKept !== false,
    isLoadingMore: query.isFetchingNextPage,
    loadMore,
    restart,
    refresh,
  }
}

function dropRepeats(items: readonly Activity[]): readonly Activity[] {
  const seenIds = new Set<string>()
  return items.filter(({ id }) => !seenIds.has(id) && seenIds.add(id))
}

/**
 * The newly read first page, followed by the pages read earlier. The earlier pages are dropped when
 * transactions may be missing between them and the new page.
 */
function replaceFirstPage({ pages, pageParams }: Pages, first: HistoryPage): Pages {
  const knownIds = new Set(pages[0]?.items.map(({ id }) => id))
  const overlapsKnownPages = first.items.some(({ id }) => knownIds.has(id))
  if (!overlapsKnownPages || pages.length <= 1) return { pages: [first], pageParams: [null] }
  // When there are no new transactions, the new first page replaces the old one.
  return first.items.every(({ id }) => knownIds.has(id))
    ? { pages: [first, ...pages.slice(1)], pageParams }
    : { pages: [first, ...pages], pageParams: [null, ...pageParams] }
}

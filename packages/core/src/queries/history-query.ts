import { type AccountId, historyCacheMs } from '@latchkey/protocol'
import type { HistoryPage } from '../gateway/history.ts'
import type { Kit } from '../machine/kit.ts'
import { queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * A query in the form in which a query library, such as TanStack Query, reads one page after the
 * other.
 */
export interface PagedQuery<Page, Cursor> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: {
    readonly pageParam: Cursor
    readonly signal?: AbortSignal
  }) => Promise<Page>
  readonly initialPageParam: Cursor
  /** Returns the cursor of the next page; undefined when there are no more pages. */
  readonly getNextPageParam: (
    last: Page,
    pages: readonly Page[],
    lastCursor: Cursor,
    cursors: readonly Cursor[],
  ) => Cursor | undefined
  /** Milliseconds for which the data counts as fresh. */
  readonly staleTime: number
}

/**
 * The history of an account on its chain, page by page; the result counts as fresh for 15 s. Empty
 * without a gateway and on a chain that the gateway does not serve. A failure drops the pages read
 * before: reading starts with the first page again.
 * @throws `transactions-unavailable`
 */
export function historyQuery(
  kit: Kit,
  { account, currency = 'usd' }: historyQuery.Parameters,
): PagedQuery<HistoryPage, string | null> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'history', account, currency),
    queryFn: async ({ pageParam, signal }) =>
      (await import('../gateway/history.ts')).readHistory(kit, {
        account,
        currency,
        cursor: pageParam,
        signal,
      }),
    initialPageParam: null,
    // A cursor that was used before ends the history, because it would repeat the same pages
    // without end.
    getNextPageParam: ({ next }, _, __, cursors) =>
      next === null || cursors.includes(next) ? undefined : next,
    staleTime: historyCacheMs,
  })
}

export declare namespace historyQuery {
  type Parameters = {
    /** CAIP-10 id of the account, whose history on this chain is read. */
    readonly account: AccountId
    /** Fiat currency as an ISO 4217 code in lower case; default `usd`. */
    readonly currency?: string | undefined
  }
}

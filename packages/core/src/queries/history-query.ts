import { type AccountId, historyCacheMs } from '@latchkey/protocol'
import type { HistoryPage } from '../gateway/history.ts'
import type { Kit } from '../machine/kit.ts'
import { inWordsOf, queryKey } from '../machine/query.ts'

/** What a query library needs to read page after page. */
export interface PagedQuery<Page, Cursor> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: {
    readonly pageParam: Cursor
    readonly signal?: AbortSignal
  }) => Promise<Page>
  readonly initialPageParam: Cursor
  /** Undefined: there are no more. */
  readonly getNextPageParam: (
    last: Page,
    pages: readonly Page[],
    lastCursor: Cursor,
    cursors: readonly Cursor[],
  ) => Cursor | undefined
  /** Milliseconds. */
  readonly staleTime: number
}

/**
 * What an account did on its chain, page by page; fresh for 15 s. Empty without a gateway and on a
 * chain it does not serve. After a failure nothing that was read before is shown: the list is begun
 * anew.
 * @throws `transactions-unavailable`
 */
export function historyQuery(
  kit: Kit,
  { account, currency = 'usd' }: historyQuery.Parameters,
): PagedQuery<HistoryPage, string | null> {
  return inWordsOf({
    queryKey: queryKey(kit, 'history', account, currency),
    queryFn: async ({ pageParam, signal }) =>
      (await import('../gateway/history.ts')).readHistory(kit, {
        account,
        currency,
        cursor: pageParam,
        signal,
      }),
    initialPageParam: null,
    // A cursor that comes again would lead in a circle.
    getNextPageParam: ({ next }, _, __, cursors) =>
      next === null || cursors.includes(next) ? undefined : next,
    staleTime: historyCacheMs,
  })
}

export declare namespace historyQuery {
  type Parameters = {
    /** CAIP-10: whose past, on which chain. */
    readonly account: AccountId
    /** ISO 4217, lower case; default `usd`. */
    readonly currency?: string | undefined
  }
}

import { type Activity, groupByMonth } from '@latchkey/core'
import { type AccountId, chainOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { chainName } from '../../shared/chain-name.ts'
import { statusRoute } from '../../shared/status-route.ts'
import { useLocale } from '../../shared/use-locale.ts'
import type { ActivityWords } from '../../words/words.ts'
import { MonthRows } from './MonthRows.tsx'
import { PendingRow } from './PendingRow.tsx'
import { Empty, Skeletons, Unavailable } from './States.tsx'
import { useActivityHistory } from './use-activity-history.ts'
import { useEndlessScroll } from './use-endless-scroll.ts'
import { useExport } from './use-export.ts'
import { useNow } from './use-now.ts'
import { VisibilityProvider } from './visibility.tsx'

export declare namespace Transactions {
  type Props = ViewProps<'Transactions'>
}

/** The whole history of an account, month by month; further pages are read while scrolling. */
function Transactions(props: Transactions.Props): ReactElement {
  const { account, isChainSupported } = useAccount()
  if (!account || !isChainSupported)
    return <p className="hint">{props.modal.words.account.notConnected}</p>
  return <MonthSections {...props} account={account} />
}

function MonthSections({
  kit,
  modal,
  route,
  words,
  account,
}: Transactions.Props & { readonly account: AccountId }): ReactElement {
  const locale = useLocale(modal.options)
  const now = useNow()
  const [opened] = useState(now)
  const { pending, items, history } = useActivityHistory(account, modal.options)
  const { loadMore, isLoadingMore, hasMore, status } = history
  const { push, update } = modal
  const showsSpam = route.hidden === true
  const shownItems = useMemo(
    () => items.filter(({ isSpam }) => showsSpam || !isSpam),
    [items, showsSpam],
  )
  const spamCount = items.filter(({ isSpam }) => isSpam).length
  const months = useMemo(() => groupByMonth(shownItems), [shownItems])
  const openActivity = useCallback(
    (activity: Activity) => push({ view: 'Transaction', activity }),
    [push],
  )
  const endMarker = useEndlessScroll({
    count: shownItems.length,
    isActive: hasMore && !isLoadingMore,
    loadMore,
  })
  const loadedText = useLoadedCountText(shownItems.length, isLoadingMore, words)
  const { collected, start } = useExport({ kit, account, modal, words })
  const network = chainName(kit, chainOf(account))
  const emptyHint = history.isKept ? words.emptyHint(network) : words.notKept(network)
  const hasRows = pending.length + shownItems.length > 0
  return (
    <div className="activity">
      {(spamCount > 0 || hasRows) && (
        <div className="pair">
          {spamCount > 0 && (
            <button
              type="button"
              className="secondary"
              aria-pressed={showsSpam}
              aria-description={words.hidden(spamCount)}
              onClick={() => update({ view: 'Transactions', ...(!showsSpam && { hidden: true }) })}
            >
              {words.showHidden}
            </button>
          )}
          {shownItems.length > 0 && (
            <button
              type="button"
              className="secondary"
              aria-busy={collected !== null}
              onClick={() => start(showsSpam)}
            >
              {words.exportCsv}
            </button>
          )}
        </div>
      )}
      <p role="status" className="hint">
        {collected !== null && words.exporting(collected)}
      </p>
      {status === 'pending' && !hasRows && <Skeletons label={words.loading} count={6} />}
      {hasRows && (
        <VisibilityProvider>
          <ul className="list" aria-label={words.list}>
            {pending.length > 0 && (
              <li>
                <h3 className="month">{words.pending}</h3>
                <ul className="list">
                  {pending.map((transaction) => (
                    <li key={transaction.id}>
                      <PendingRow
                        transaction={transaction}
                        kit={kit}
                        words={words}
                        locale={locale}
                        states={modal.words.transaction}
                        onPress={() => push(statusRoute(transaction))}
                      />
                    </li>
                  ))}
                </ul>
              </li>
            )}
            {months.map((month) => (
              <li key={month.key}>
                <MonthRows
                  month={month}
                  kit={kit}
                  words={words}
                  locale={locale}
                  now={now}
                  opened={opened}
                  title={monthName(month.year, month.month, now, modal.options.lang)}
                  currency={modal.options.currency}
                  onPress={openActivity}
                />
              </li>
            ))}
          </ul>
        </VisibilityProvider>
      )}
      {status === 'error' && (
        <Unavailable
          words={words}
          modal={modal}
          error={history.error}
          onRetry={() => void history.restart()}
        />
      )}
      {status === 'success' && !hasRows && (
        <Empty title={words.empty}>{spamCount > 0 ? words.onlyHidden : emptyHint}</Empty>
      )}
      {hasRows && !history.isKept && <p className="hint">{words.notKept(network)}</p>}
      <div ref={endMarker} />
      {hasMore && (
        <button
          type="button"
          className="link"
          aria-busy={isLoadingMore}
          onClick={() => void loadMore()}
        >
          {words.loadMore}
        </button>
      )}
      <p role="status" className="hidden">
        {isLoadingMore ? words.loading : loadedText}
      </p>
    </div>
  )
}

/** Text that announces how many rows the last page has added; empty until another page is read. */
function useLoadedCountText(count: number, isLoading: boolean, words: ActivityWords): string {
  const previousCount = useRef(count)
  const [loadedText, setSaid] = useState('')
  useEffect(() => {
    if (isLoading) previousCount.current = count
    else if (previousCount.current > 0 && count > previousCount.current)
      setSaid(words.loaded(count - previousCount.current))
  }, [count, isLoading, words])
  return loadedText
}

function monthName(year: number, month: number, now: number, lang = 'en'): string {
  const isThisYear = new Date(now).getFullYear() === year
  const monthFormat = new Intl.DateTimeFormat(lang, {
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
  return monthFormat.format(new Date(year, month, 15))
}

export const transactionsView: View<'Transactions'> = {
  heading: (words) => words.activity.heading,
  component: Transactions,
}

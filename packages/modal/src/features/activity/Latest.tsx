import type { AccountId } from '@latchkey/protocol'
import { chainOf } from '@latchkey/protocol'
import { type ReactElement, useCallback } from 'react'
import type { ViewProps } from '../../contract/view.ts'
import { chainName } from '../../shared/chain-name.ts'
import { statusRoute } from '../../shared/status-route.ts'
import { useLocale } from '../../shared/use-locale.ts'
import type { ActivityWords } from '../../words/words.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { PendingRow } from './PendingRow.tsx'
import { Empty, Skeletons, Unavailable } from './States.tsx'
import { useActivityHistory } from './use-activity-history.ts'
import { useNow } from './use-now.ts'
import { VisibilityProvider } from './visibility.tsx'

const shownCount = 6

/**
 * The newest transactions of an account, for the view Account, with a button that leads to all of
 * them.
 */
export function Latest(
  props: Pick<ViewProps<'Account'>, 'kit' | 'modal'> & {
    readonly account: AccountId
    readonly words: ActivityWords
  },
): ReactElement {
  const { kit, modal, account, words } = props
  const locale = useLocale(modal.options)
  const now = useNow()
  const { pending, items, history } = useActivityHistory(account, modal.options)
  const { push } = modal
  const openActivity = useCallback(
    (activity: Parameters<typeof transactionRouteOf>[0]) => push(transactionRouteOf(activity)),
    [push],
  )
  const shownItems = [...items].sort((a, b) => b.at - a.at).filter(({ isSpam }) => !isSpam)
  const count = Math.max(0, shownCount - pending.length)
  const network = chainName(kit, chainOf(account))
  const emptyHint = history.isKept ? words.emptyHint(network) : words.notKept(network)
  const hasRows = pending.length + shownItems.length > 0
  const hasMoreItems =
    shownItems.length > count || history.hasMore || shownItems.length < items.length
  if (history.status === 'pending' && !hasRows) return <Skeletons label={words.loading} />
  return (
    <>
      {hasRows && (
        <VisibilityProvider>
          <ul className="list" aria-label={words.list}>
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
            {shownItems.slice(0, count).map((activity) => (
              <li key={activity.id}>
                <ActivityRow
                  activity={activity}
                  kit={kit}
                  words={words}
                  locale={locale}
                  now={now}
                  currency={modal.options.currency}
                  onPress={openActivity}
                />
              </li>
            ))}
          </ul>
        </VisibilityProvider>
      )}
      {history.status === 'error' && (
        <Unavailable
          words={words}
          modal={modal}
          error={history.error}
          onRetry={() => void history.restart()}
        />
      )}
      {history.status === 'success' && !hasRows && (
        <Empty title={words.empty}>{items.length > 0 ? words.onlyHidden : emptyHint}</Empty>
      )}
      {hasRows && !history.isKept && <p className="hint">{words.notKept(network)}</p>}
      {hasMoreItems && (
        <button type="button" className="link" onClick={() => push({ view: 'Transactions' })}>
          {words.all}
        </button>
      )}
    </>
  )
}

function transactionRouteOf(activity: Parameters<ActivityRow.Props['onPress']>[0]): {
  readonly view: 'Transaction'
  readonly activity: typeof activity
} {
  return { view: 'Transaction', activity }
}

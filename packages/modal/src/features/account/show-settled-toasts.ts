import type { Kit, Stop, Transaction } from '@latchkey/core'
import type { RouterState } from '../../contract/router.ts'
import type { ViewModal } from '../../contract/view.ts'
import { shortAmount } from '../../shared/amounts.ts'
import { shortAddress } from '../../shared/short-address.ts'
import { statusHeading } from '../send/status-words.ts'
import { swapHeading } from '../swap/swap-heading.ts'

/**
 * Milliseconds in which a transaction that settled before this code was loaded is still reported.
 */
const recentPeriodMs = 30_000

/**
 * Shows a toast for each transaction that settles while the dialog is closed; the open dialog shows
 * them itself.
 */
export function showSettledToasts(
  kit: Kit,
  {
    modal,
    getState,
  }: {
    readonly modal: Pick<ViewModal, 'toast' | 'words' | 'options'>
    readonly getState: () => { readonly router: RouterState }
  },
): Stop {
  const showOutcomeToast = (transaction: Transaction | undefined): void => {
    if (transaction?.settledAt === undefined || transaction.isQuiet || getState().router.open)
      return
    const variant = transaction.status === 'confirmed' ? 'success' : 'error'
    modal.toast({
      variant,
      text: formatOutcome(transaction, modal.words, modal.options.lang ?? navigator.language),
    })
  }
  // A transaction of an earlier page load may have settled before the dialog's code was loaded.
  for (const transaction of Object.values(kit.getState().transactions)) {
    if (
      transaction.createdAt < performance.timeOrigin &&
      Date.now() - (transaction.settledAt ?? 0) < recentPeriodMs
    )
      showOutcomeToast(transaction)
  }
  return kit.watch((event, { transactions }, { transactions: previousTransactions }) => {
    if (!event.type.startsWith('transaction-') || !('id' in event)) return
    if (previousTransactions[event.id]?.settledAt === undefined)
      showOutcomeToast(transactions[event.id])
  })
}

function formatOutcome(
  transaction: Transaction,
  words: ViewModal['words'],
  locale: string,
): string {
  const { purpose, status, asset, amount, to, toName, description } = transaction
  if (purpose === 'page')
    return words.transaction.settled(
      statusHeading(words.pageStatus, status),
      description ?? words.transaction.ofPage,
    )
  if (purpose) return swapHeading(words.swap, transaction)
  const transferText = words.transaction.sends(
    shortAmount(amount, asset, locale),
    toName ?? shortAddress(to),
  )
  return words.transaction.settled(statusHeading(words.status, status), transferText)
}

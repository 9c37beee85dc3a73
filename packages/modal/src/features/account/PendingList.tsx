import type { Transaction } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { shortAmount } from '../../shared/amounts.ts'
import { shortAddress } from '../../shared/short-address.ts'
import { statusRoute } from '../../shared/status-route.ts'

/**
 * Unsettled transfers as a list of buttons that lead to their status; nothing when there are none.
 */
export function PendingList(props: {
  readonly transactions: readonly Transaction[]
  readonly modal: ViewModal
  readonly locale: string
}): ReactElement | null {
  const { transactions, modal, locale } = props
  const { words } = modal
  if (transactions.length === 0) return null
  return (
    <section className="tokens">
      <h3>{words.account.pending}</h3>
      <ul className="list" aria-label={words.account.pendingList}>
        {transactions.map((transaction) => (
          <li key={transaction.id}>
            <button
              type="button"
              className="row"
              onClick={() => modal.push(statusRoute(transaction))}
            >
              <TokenIcon asset={transaction.asset} />
              <span className="row-text">
                <span className="row-name">{transactionTitle(transaction, words, locale)}</span>
                <span className="row-sub">{words.transaction[transaction.status]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function transactionTitle(
  { asset, amount, to, toName, purpose, receives, description }: Transaction,
  { swap, transaction }: ViewModal['words'],
  locale: string,
): string {
  if (purpose === 'page') return description ?? transaction.ofPage
  if (purpose === 'approve') return swap.approves(asset.symbol)
  const amountText = shortAmount(amount, asset, locale)
  if (receives) return swap.pays(amountText, shortAmount(receives.amount, receives.asset, locale))
  return transaction.sends(amountText, toName ?? shortAddress(to))
}

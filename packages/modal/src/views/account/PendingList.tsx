import type { Transaction } from '@latchkey/core'
import type { ReactElement } from 'react'
import { shortAmount } from '../../account/amounts.ts'
import { shortAddress } from '../../account/short-address.ts'
import { TokenIcon } from '../../account/TokenIcon.tsx'
import type { ViewModal } from '../../view.ts'

/** Transfers that are not settled, each a way to how it stands; nothing while there are none. */
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
        {transactions.map(({ id, asset, amount, to, toName, status }) => (
          <li key={id}>
            <button type="button" className="row" onClick={() => modal.push({ view: 'SendStatus', id })}>
              <TokenIcon asset={asset} />
              <span className="row-text">
                <span className="row-name">
                  {words.transaction.sends(shortAmount(amount, asset, locale), toName ?? shortAddress(to))}
                </span>
                <span className="row-sub">{words.transaction[status]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { Kit, Transaction } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import { shortAmount } from '../../shared/amounts.ts'
import { shortAddress } from '../../shared/short-address.ts'
import type { AccountChunkWords, ActivityWords } from '../../words/words.ts'
import { ActivityIcon } from './ActivityIcon.tsx'
import { activityOfTransaction } from './activity-of-transaction.ts'
import { isolateText } from './isolate-text.ts'
import { sentenceOf } from './sentence.ts'
import { UnbrokenAddresses } from './UnbrokenAddresses.tsx'

/** A list row for an unsettled transfer that was sent through this kit. */
export function PendingRow(props: {
  readonly transaction: Transaction
  readonly kit: Kit
  readonly words: ActivityWords
  readonly states: AccountChunkWords['transaction']
  readonly locale: string
  readonly onPress: () => void
}): ReactElement {
  const { transaction, kit, words, states, locale, onPress } = props
  const { status } = transaction
  const id = useId()
  return (
    <div className="item event">
      <button type="button" className="row" aria-describedby={id} onClick={onPress}>
        <ActivityIcon kit={kit} activity={activityOfTransaction(transaction)} />
        <span className="row-text" data-sub="true">
          <span className="row-name">
            <UnbrokenAddresses text={transactionTitle(transaction, words, locale)} />
          </span>
        </span>
      </button>
      <span id={id} className="beside" data-status="pending">
        <span className="row-sub event-sub">
          <span className="event-status">{states[status]}</span>
        </span>
      </span>
    </div>
  )
}

function transactionTitle(transaction: Transaction, words: ActivityWords, locale: string): string {
  const { asset, amount, to, toName, purpose, receives } = transaction
  const status = 'pending'
  if (purpose === 'page') return sentenceOf(activityOfTransaction(transaction), { words, locale })
  if (purpose === 'approve')
    return words.title({ kind: 'approve', status, what: isolateText(asset.symbol), other: '' })
  const amountText = shortAmount(amount, asset, locale)
  if (receives)
    return words.title({
      kind: 'trade',
      status,
      what: amountText,
      other: shortAmount(receives.amount, receives.asset, locale),
    })
  return words.title({
    kind: 'send',
    status,
    what: amountText,
    other: isolateText(toName ?? shortAddress(to)),
  })
}

import type { Kit, Transaction } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import { shortAmount } from '../account/amounts.ts'
import { shortAddress } from '../account/short-address.ts'
import type { AccountChunkWords, ActivityWords } from '../words/words.ts'
import { ActivityIcon } from './ActivityIcon.tsx'
import { isolate } from './isolate.ts'
import { ownActivity } from './own-activity.ts'
import { Whole } from './Whole.tsx'

/** A transfer of this kit that is not settled. */
export function PendingRow(props: {
  readonly transaction: Transaction
  readonly kit: Kit
  readonly words: ActivityWords
  readonly states: AccountChunkWords['transaction']
  readonly locale: string
  readonly onPress: () => void
}): ReactElement {
  const { transaction, kit, words, states, locale, onPress } = props
  const { asset, amount, to, toName, status } = transaction
  const id = useId()
  return (
    <div className="item event">
      <button type="button" className="row" aria-describedby={id} onClick={onPress}>
        <ActivityIcon kit={kit} activity={ownActivity(transaction)} />
        <span className="row-text" data-sub="true">
          <span className="row-name">
            <Whole
              text={words.title({
                kind: 'send',
                status: 'pending',
                what: shortAmount(amount, asset, locale),
                other: isolate(toName ?? shortAddress(to)),
              })}
            />
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

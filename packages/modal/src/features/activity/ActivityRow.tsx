import { type Activity, type Kit, relativeTime } from '@latchkey/core'
import { accountId } from '@latchkey/protocol'
import { memo, type NamedExoticComponent, useId, useState } from 'react'
import { fiatText } from '../../shared/amounts.ts'
import type { ActivityWords } from '../../words/words.ts'
import { ActivityIcon } from './ActivityIcon.tsx'
import { Counterparty } from './Counterparty.tsx'
import { counterpartyAddressOf, sentenceOf, transferSideOf } from './sentence.ts'
import { UnbrokenAddresses } from './UnbrokenAddresses.tsx'
import { useVisibility } from './visibility.tsx'

export declare namespace ActivityRow {
  interface Props {
    readonly activity: Activity
    readonly kit: Kit
    readonly words: ActivityWords
    readonly locale: string
    readonly currency: string | undefined
    /** The present time, in milliseconds since the epoch. */
    readonly now: number
    readonly onPress: (activity: Activity) => void
  }
}

/** One transaction: a button named by what happened, with time, result and value beside it. */
export const ActivityRow: NamedExoticComponent<ActivityRow.Props> = memo(function ActivityRow(
  props: ActivityRow.Props,
) {
  const { activity, kit, words, locale, currency, now, onPress } = props
  const id = useId()
  const [name, setName] = useState<string>()
  const otherAddress = counterpartyAddressOf(activity)
  const hasOther = otherAddress !== undefined && otherAddress !== ''
  const { ref, isSeen } = useVisibility<HTMLDivElement>(hasOther)
  const value = fiatValueOfActivity(activity)
  return (
    <div className="item event" ref={ref}>
      {isSeen && hasOther && (
        <Counterparty account={accountId(activity.chain, otherAddress)} onName={setName} />
      )}
      <button type="button" className="row" aria-describedby={id} onClick={() => onPress(activity)}>
        <ActivityIcon activity={activity} kit={kit} />
        <span className="row-text" data-sub="true">
          <span className="row-name">
            <UnbrokenAddresses text={sentenceOf(activity, { words, locale, name })} />
          </span>
        </span>
      </button>
      <span id={id} className="beside" data-status={activity.status}>
        <span className="row-sub event-sub">
          <span>
            {activity.status !== 'confirmed' && (
              <>
                <span className="event-status">{words.kindOf[activity.status]}</span>
                {' · '}
              </>
            )}
            <time dateTime={new Date(activity.at).toISOString()}>
              {words.ago(relativeTime(activity.at, now))}
            </time>
          </span>
          {value !== undefined && activity.status !== 'failed' && (
            <span>{fiatText(value, locale, currency)}</span>
          )}
        </span>
      </span>
    </div>
  )
})

/**
 * The value of the moved asset at the time of the transaction; undefined when several assets moved.
 */
function fiatValueOfActivity(activity: Activity): string | undefined {
  const fiatDirection = activity.kind === 'trade' ? 'in' : transferSideOf(activity)
  const movedTransfers = activity.transfers.filter(({ direction }) => direction === fiatDirection)
  return movedTransfers.length === 1 ? movedTransfers[0]?.value : undefined
}

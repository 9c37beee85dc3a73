import type { Activity, ActivityTransfer, Kit } from '@latchkey/core'
import type { ReactElement } from 'react'
import { StrokeIcon } from '../../parts/icons.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { transferSideOf } from './sentence.ts'

// SVG paths of the signs, drawn like the other icons: 20 px, strokes of 1.5 px, round ends.
const paths = {
  out: 'M5.500 14.500 14.500 5.500M8 5.500h6.500V12',
  in: 'M14.500 5.500 5.500 14.500M12 14.500H5.500V8',
  swap: 'M4 7h11l-3-3M16 13H5l3 3',
  check: 'm4.500 10.500 3.500 3.500 7.500-8',
  call: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  cross: 'm5.500 5.500 9 9M14.500 5.500l-9 9',
} as const

function chooseIconName(activity: Activity): keyof typeof paths {
  if (activity.status === 'failed' || activity.kind === 'cancel') return 'cross'
  if (activity.kind === 'trade') return 'swap'
  if (activity.kind === 'approve') return 'check'
  return transferSideOf(activity) ?? 'call'
}

function Sign({
  activity,
  size,
}: {
  readonly activity: Activity
  readonly size: number
}): ReactElement {
  return (
    <StrokeIcon d={paths[chooseIconName(activity)]} size={size} stroke={size < 16 ? 2.5 : 1.5} />
  )
}

/**
 * Icon of the asset that a transaction moved, with a small sign of the kind of transaction.
 * Decoration only.
 */
export function ActivityIcon({
  activity,
  kit,
}: {
  readonly activity: Activity
  readonly kit: Kit
}): ReactElement {
  const { transfers, kind } = activity
  const shownTransfers = kind === 'trade' ? findTradedPair(transfers) : transfers.slice(0, 1)
  return (
    <span
      className="event-icon"
      data-failed={activity.status === 'failed'}
      data-pair={shownTransfers.length > 1}
      aria-hidden="true"
    >
      {shownTransfers.map((one, index) => (
        <MovedAssetIcon
          // biome-ignore lint/suspicious/noArrayIndexKey: at most two icons in a fixed order
          key={index}
          moved={one}
          kit={kit}
          size={shownTransfers.length > 1 ? 28 : 40}
        />
      ))}
      <span className={shownTransfers.length === 0 ? 'event-whole' : 'event-sign'}>
        <Sign activity={activity} size={shownTransfers.length === 0 ? 20 : 12} />
      </span>
    </span>
  )
}

function findTradedPair(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  const outgoing = transfers.find(({ direction }) => direction !== 'in')
  const incoming = transfers.find(({ direction }) => direction === 'in')
  return [outgoing, incoming].filter((one) => one !== undefined)
}

/** Icon of a token or a collectible; a foreign image is loaded only through the owner's gateway. */
export function MovedAssetIcon({
  moved,
  kit,
  size,
}: {
  readonly moved: ActivityTransfer
  readonly kit: Kit
  readonly size: number
}): ReactElement {
  const iconUrl = allowedImage(kit, moved.imageUrl)
  const symbol = moved.symbol || moved.name || '?'
  const id = (moved.asset ?? `${symbol}/token:0`) as `${string}:${string}/${string}:${string}`
  return (
    <span className="moved-icon" data-collectible={moved.isCollectible}>
      <TokenIcon asset={{ id, symbol, ...(iconUrl && { iconUrl }) }} size={size} />
    </span>
  )
}

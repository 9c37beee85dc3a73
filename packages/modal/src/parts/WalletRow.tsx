import type { ReactElement } from 'react'
import type { Choice } from '../wallet/choice.ts'
import { Tile } from './Tile.tsx'

export declare namespace WalletRow {
  interface Props {
    readonly choice: Choice
    readonly onPress: () => void
    readonly isStrong?: boolean
    readonly tag?: string | undefined
    readonly sub?: string | undefined
  }
}

/** One wallet: a button named by it, described by the small words beside it. */
export function WalletRow({ choice, onPress, isStrong = false, tag, sub }: WalletRow.Props): ReactElement {
  return (
    <li className="item">
      <button
        type="button"
        className="row"
        part="wallet"
        data-strong={isStrong}
        aria-label={choice.name}
        aria-description={[tag, sub].filter(Boolean).join(', ') || undefined}
        onClick={onPress}
      >
        <Tile name={choice.name} icon={choice.icon} color={choice.color} />
        <span className="row-text">
          <span className="row-name">{choice.name}</span>
          {sub && <span className="row-sub">{sub}</span>}
        </span>
        {tag && <span className="tag">{tag}</span>}
      </button>
    </li>
  )
}

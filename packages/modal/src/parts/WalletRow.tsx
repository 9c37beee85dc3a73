import { type ReactElement, useId } from 'react'
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

/** One wallet: a button named by it, and by nothing else; the small words beside it describe it. */
export function WalletRow({ choice, onPress, isStrong = false, tag, sub }: WalletRow.Props): ReactElement {
  const id = useId()
  return (
    <li className="item">
      <button
        type="button"
        className="row"
        part="wallet"
        data-strong={isStrong}
        aria-describedby={tag || sub ? id : undefined}
        onClick={onPress}
      >
        <Tile name={choice.name} icon={choice.icon} color={choice.color} />
        <span className="row-text" data-sub={sub !== undefined}>
          <span className="row-name">{choice.name}</span>
        </span>
      </button>
      <span id={id} className="beside">
        {sub && <span className="row-sub">{sub}</span>}
        {tag && <span className="tag">{tag}</span>}
      </span>
    </li>
  )
}

import { type ReactElement, useId } from 'react'
import { StrokeIcon } from '../../parts/icons.tsx'
import { Tile } from '../../parts/Tile.tsx'

/** The icon of a bin. */
const binPath = 'M4 6h12M8 6V4h4v2M5.500 6l.7 10h7.600l.7-10M8.500 9v4.500M11.500 9v4.500'

interface LineAction {
  /** The button's accessible name, which contains the wallet's name. */
  readonly label: string
  readonly onPress: () => void
}

export declare namespace WalletLine {
  interface Props {
    readonly name: string
    readonly icon?: string | undefined
    readonly color?: string | undefined
    /** Small text below the wallet's name. */
    readonly sub?: string | undefined
    readonly tag?: string | undefined
    /** If present, the row is a button with this action. */
    readonly press?: LineAction
    readonly remove: LineAction
  }
}

/** One of the visitor's wallets: a row, and beside it the button that removes it. */
export function WalletLine(props: WalletLine.Props): ReactElement {
  const { name, icon, color, sub, tag, press, remove } = props
  const id = useId()
  const content = (
    <>
      <Tile name={name} icon={icon} color={color} />
      <span className="row-text" data-sub={sub !== undefined}>
        <span className="row-name" dir="auto">
          {name}
        </span>
      </span>
    </>
  )
  return (
    <li className="profile-wallet" aria-current={tag ? 'true' : undefined}>
      <div className="item">
        {press ? (
          <button
            type="button"
            className="row"
            aria-label={press.label}
            aria-describedby={sub && id}
            onClick={press.onPress}
          >
            {content}
          </button>
        ) : (
          <div className="row" aria-current={tag ? 'true' : undefined}>
            {content}
          </div>
        )}
        <span id={id} className="beside">
          {sub && <span className="row-sub">{sub}</span>}
          {tag && <span className="tag">{tag}</span>}
        </span>
      </div>
      <button
        type="button"
        className="profile-remove"
        aria-label={remove.label}
        title={remove.label}
        onClick={remove.onPress}
      >
        <StrokeIcon d={binPath} />
      </button>
    </li>
  )
}

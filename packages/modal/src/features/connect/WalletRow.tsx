import { type ReactElement, useId } from 'react'
import { LinkOrButton } from '../../parts/LinkOrButton.tsx'
import { Tile } from '../../parts/Tile.tsx'
import type { Choice } from './choice.ts'

export declare namespace WalletRow {
  interface Props {
    readonly choice: Choice
    readonly onPress: () => void
    readonly link?: LinkOrButton.Props['link']
    readonly isStrong?: boolean
    readonly tag?: string | undefined
    readonly sub?: string | undefined
  }
}

/**
 * One wallet: a button with its name as accessible name; the small text beside it is the
 * description.
 */
export function WalletRow({
  choice,
  onPress,
  link,
  isStrong = false,
  tag,
  sub,
}: WalletRow.Props): ReactElement {
  const id = useId()
  return (
    <li className="item">
      <LinkOrButton
        className="row"
        part="wallet"
        link={link}
        data-strong={isStrong}
        aria-describedby={tag || sub ? id : undefined}
        onClick={onPress}
      >
        <Tile name={choice.name} icon={choice.icon} color={choice.color} />
        <span className="row-text" data-sub={sub !== undefined}>
          <span className="row-name">{choice.name}</span>
        </span>
      </LinkOrButton>
      <span id={id} className="beside">
        {sub && <span className="row-sub">{sub}</span>}
        {tag && <span className="tag">{tag}</span>}
      </span>
    </li>
  )
}

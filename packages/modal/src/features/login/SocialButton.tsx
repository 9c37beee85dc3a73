import type { Social } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { Tile } from '../../parts/Tile.tsx'
import type { LoginWords } from '../../words/words.ts'

/**
 * Button of a login provider: its letter on a neutral tile, because we may not use the provider's
 * logo.
 */
export function SocialButton({
  social,
  words,
  isRow = false,
  onPress,
}: {
  readonly social: Social
  readonly words: LoginWords['login']
  readonly isRow?: boolean
  readonly onPress: () => void
}): ReactElement {
  const name = words.socials[social]
  // No `aria-label`, because the accessible name must contain the visible letter.
  const labelElement = (
    <>
      <span className="hidden">{words.continueWith(name)}</span>
      <span aria-hidden="true">{name}</span>
    </>
  )
  if (!isRow)
    return (
      <button type="button" className="secondary" onClick={onPress}>
        <Tile name={name} color="#6b7280" size={20} />
        {labelElement}
      </button>
    )
  return (
    <li className="item">
      <button type="button" className="row" onClick={onPress}>
        <Tile name={name} color="#6b7280" />
        <span className="row-text">
          <span className="row-name">{labelElement}</span>
        </span>
      </button>
    </li>
  )
}

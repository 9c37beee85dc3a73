import type { Social } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { Tile } from '../../parts/Tile.tsx'
import type { LoginWords } from '../../words/words.ts'

/**
 * A provider to continue with: its letter on a neutral tile, since no logo of theirs is ours to
 * draw.
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
  // Not by `aria-label`: nobody could tell whether it says the letter that is seen.
  const said = (
    <>
      <span className="hidden">{words.continueWith(name)}</span>
      <span aria-hidden="true">{name}</span>
    </>
  )
  if (!isRow)
    return (
      <button type="button" className="secondary" onClick={onPress}>
        <Tile name={name} color="#6b7280" size={20} />
        {said}
      </button>
    )
  return (
    <li className="item">
      <button type="button" className="row" onClick={onPress}>
        <Tile name={name} color="#6b7280" />
        <span className="row-text">
          <span className="row-name">{said}</span>
        </span>
      </button>
    </li>
  )
}

import type { Social } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { LoginWords } from '../words/words.ts'
import { useParts } from './parts.ts'

/** A provider to continue with: its letter on a neutral tile, since no logo of theirs is ours to draw. */
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
  const { Tile } = useParts()
  const name = words.socials[social]
  if (!isRow)
    return (
      <button type="button" className="secondary" aria-label={words.continueWith(name)} onClick={onPress}>
        <Tile name={name} color="#6b7280" size={20} />
        {name}
      </button>
    )
  return (
    <li className="item">
      <button type="button" className="row" aria-label={words.continueWith(name)} onClick={onPress}>
        <Tile name={name} color="#6b7280" />
        <span className="row-text">
          <span className="row-name">{name}</span>
        </span>
      </button>
    </li>
  )
}

import { type Context, createContext, useContext } from 'react'
import type { Icon } from '../parts/Icon.tsx'
import type { Qr } from '../parts/Qr.tsx'
import type { Tile } from '../parts/Tile.tsx'
import type { isPhone } from '../wallet/is-phone.ts'
import type { useErrorWords } from '../words/use-error-words.ts'

/** What the dialog lends to the views of signing in. */
export interface LoginParts {
  readonly Icon: typeof Icon
  readonly isPhone: typeof isPhone
  readonly Qr: typeof Qr
  readonly Tile: typeof Tile
  readonly useErrorWords: typeof useErrorWords
}

export const PartsContext: Context<LoginParts | null> = createContext<LoginParts | null>(null)

export function useParts(): LoginParts {
  const parts = useContext(PartsContext)
  if (!parts) throw new Error('PartsContext is empty: it stands around every view of signing in')
  return parts
}

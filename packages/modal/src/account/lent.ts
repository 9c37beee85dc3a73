import { type Context, createContext, useContext } from 'react'
import type { allowedImage } from './allowed-image.ts'
import type { CopyButton } from './CopyButton.tsx'
import type { TokenIcon } from './TokenIcon.tsx'

/**
 * What the account lends to views that come later still: parts that the dialog too is made of. Imported there, they would
 * be torn out of its first file, and each file more is paid for before a click.
 */
export interface Lent {
  readonly allowedImage: typeof allowedImage
  readonly CopyButton: typeof CopyButton
  readonly TokenIcon: typeof TokenIcon
}

export const LentContext: Context<Lent | null> = createContext<Lent | null>(null)

export function useLent(): Lent {
  const lent = useContext(LentContext)
  if (!lent) throw new Error('LentContext is empty: the account scope stands around every account view')
  return lent
}

import { type Context, createContext, useContext } from 'react'
import type { AddressGroups } from '../parts/AddressGroups.tsx'
import type { Avatar } from '../parts/Avatar.tsx'
import type { Cards } from '../parts/Cards.tsx'
import type { Tile } from '../parts/Tile.tsx'
import type { isPhone } from '../wallet/is-phone.ts'
import type { allowedImage } from './allowed-image.ts'
import type { CopyButton } from './CopyButton.tsx'
import type { OpenWallet } from './OpenWallet.tsx'
import type { TokenIcon } from './TokenIcon.tsx'
import type { useWallet, useWalletName } from './use-wallet.ts'

/**
 * What the account lends to views that come later still: parts that the dialog too is made of. Imported there, they would
 * be torn out of its first file, and each file more is paid for before a click.
 */
export interface Lent {
  readonly AddressGroups: typeof AddressGroups
  readonly allowedImage: typeof allowedImage
  readonly Avatar: typeof Avatar
  readonly Cards: typeof Cards
  readonly CopyButton: typeof CopyButton
  readonly isPhone: typeof isPhone
  readonly OpenWallet: typeof OpenWallet
  readonly Tile: typeof Tile
  readonly TokenIcon: typeof TokenIcon
  readonly useWallet: typeof useWallet
  readonly useWalletName: typeof useWalletName
}

export const LentContext: Context<Lent | null> = createContext<Lent | null>(null)

export function useLent(): Lent {
  const lent = useContext(LentContext)
  if (!lent) throw new Error('LentContext is empty: the account scope stands around every account view')
  return lent
}

import { type Context, createContext, useContext } from 'react'
import type { AddressGroups } from '../parts/AddressGroups.tsx'
import type { AmountField } from '../parts/AmountField.tsx'
import type { Avatar } from '../parts/Avatar.tsx'
import type { Cards } from '../parts/Cards.tsx'
import type { Tile } from '../parts/Tile.tsx'
import type { isPhone } from '../wallet/is-phone.ts'
import type { allowedImage } from './allowed-image.ts'
import type { askingKey } from './asking-name.ts'
import type { CopyButton } from './CopyButton.tsx'
import type { canBuy } from './can-buy.ts'
import type { dismissUnknown } from './dismiss-unknown.ts'
import type { OpenWallet } from './OpenWallet.tsx'
import type { forgetPurchase, keepPurchase } from './purchases.ts'
import type { refreshBalances } from './refresh-balances.ts'
import type { SearchField } from './SearchField.tsx'
import type { TokenIcon } from './TokenIcon.tsx'
import type { useOwnName } from './use-own-name.ts'
import type { useWallet, useWalletName } from './use-wallet.ts'

/**
 * What the account lends to views that come later still: parts that the dialog too is made of, and
 * what few of them share with it. Imported there, they would be torn out of its first file, and
 * each file more is paid for before a click.
 */
export interface Lent {
  readonly AddressGroups: typeof AddressGroups
  readonly allowedImage: typeof allowedImage
  readonly AmountField: typeof AmountField
  readonly askingKey: typeof askingKey
  readonly Avatar: typeof Avatar
  readonly canBuy: typeof canBuy
  readonly Cards: typeof Cards
  readonly CopyButton: typeof CopyButton
  readonly dismissUnknown: typeof dismissUnknown
  readonly forgetPurchase: typeof forgetPurchase
  readonly isPhone: typeof isPhone
  readonly keepPurchase: typeof keepPurchase
  readonly OpenWallet: typeof OpenWallet
  readonly refreshBalances: typeof refreshBalances
  readonly SearchField: typeof SearchField
  readonly Tile: typeof Tile
  readonly TokenIcon: typeof TokenIcon
  readonly useOwnName: typeof useOwnName
  readonly useWallet: typeof useWallet
  readonly useWalletName: typeof useWalletName
}

export const LentContext: Context<Lent | null> = createContext<Lent | null>(null)

export function useLent(): Lent {
  const lent = useContext(LentContext)
  if (!lent)
    throw new Error('LentContext is empty: the account scope stands around every account view')
  return lent
}

import { searchWallets, wallets } from '@latchkey/catalog'
import type { WalletListPort } from './wallet-list-port.ts'

/** The snapshot of `@latchkey/catalog`. */
export function catalogWallets(): WalletListPort {
  return { all: wallets, search: searchWallets }
}

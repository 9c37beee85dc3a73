import { allWallets, searchAllWallets } from '@latchkey/catalog'
import type { WalletListPort } from './wallet-list-port.ts'

/** The whole of `@latchkey/catalog`. */
export function catalogWallets(): WalletListPort {
  return { all: allWallets, search: searchAllWallets }
}

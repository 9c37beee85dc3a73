import type { WalletListing } from '@latchkey/protocol'

/** The wallets that the gateway lists, best known first. */
export interface WalletListPort {
  all(): readonly WalletListing[]
  search(query: string): readonly WalletListing[]
}

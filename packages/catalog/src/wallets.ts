import type { WalletListing } from '@latchkey/protocol'
import { findWallets } from './find-wallets.ts'
import { rows } from './wallets.gen.ts'

/**
 * The first wallets, best known first. One without `image_url` is drawn as a monogram on its
 * `color`.
 */
export function wallets(): readonly WalletListing[] {
  return rows
}

/**
 * The first wallets whose name or former name holds `query`, or of which it is a key; an empty
 * query finds all. Spaces around it, letter case and diacritics make no difference. Names that
 * begin with it come first.
 */
export function searchWallets(query: string): readonly WalletListing[] {
  return findWallets(rows, query)
}

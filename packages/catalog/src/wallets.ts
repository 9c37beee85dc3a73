import type { WalletListing } from '@latchkey/protocol'
import { findWallets } from './find-wallets.ts'
import { rows } from './wallets.gen.ts'

/**
 * The best-known wallets, the best known first. A wallet without `image_url` is drawn as a monogram
 * on its `color`.
 */
export function wallets(): readonly WalletListing[] {
  return rows
}

/**
 * Returns the best-known wallets whose name or former name contains `query`, or that have it as a
 * key; an empty query finds all. Surrounding spaces, letter case and diacritics are ignored. Names
 * that begin with the query come first.
 */
export function searchWallets(query: string): readonly WalletListing[] {
  return findWallets(rows, query)
}

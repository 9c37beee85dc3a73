import type { WalletListing } from '@latchkey/protocol'
import { findWallets } from './find-wallets.ts'
import { additions, moreRows } from './more-wallets.gen.ts'
import { rows } from './wallets.gen.ts'

/** Every wallet of the catalogue with all its fields, the best known first. */
export function allWallets(): readonly WalletListing[] {
  return [...rows.map((row, i) => ({ ...row, ...additions[i] })), ...moreRows]
}

/**
 * Returns the wallets whose name or former name contains `query`, or that have it as a key or
 * explorer id.
 * @param wallets - default: every wallet; frequent callers pass a list made once
 */
export function searchAllWallets(
  query: string,
  wallets: readonly WalletListing[] = allWallets(),
): readonly WalletListing[] {
  return findWallets(wallets, query)
}

import type { WalletListing } from '@latchkey/protocol'
import { findWallets } from './find-wallets.ts'
import { additions, moreRows } from './more-wallets.gen.ts'
import { rows } from './wallets.gen.ts'

/** Every wallet of the catalogue with all that is known of it, best known first. */
export function allWallets(): readonly WalletListing[] {
  return [...rows.map((row, i) => ({ ...row, ...additions[i] })), ...moreRows]
}

/**
 * Those of `wallets` whose name or former name holds `query`, or of which it is a key or an
 * explorer id.
 * @param wallets - default every wallet; who searches often makes that list once and hands it in
 */
export function searchAllWallets(
  query: string,
  wallets: readonly WalletListing[] = allWallets(),
): readonly WalletListing[] {
  return findWallets(wallets, query)
}

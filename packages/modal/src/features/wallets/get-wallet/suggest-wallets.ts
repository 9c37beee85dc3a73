import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { connectGroups, isOfFamily } from '../../connect/connect-groups.ts'

const shown = 6

/**
 * The owner's wallets, and the best known wallets of the page's families that are not installed.
 */
export function suggestWallets(
  kit: Kit,
  known: readonly WalletListing[],
): readonly WalletListing[] {
  const groups = connectGroups(kit, { ...kit.getState(), connectors: {}, recent: [] }, known)
  const first = groups.flatMap(({ choices }) => choices.flatMap(({ listing }) => listing ?? []))
  const { include, exclude = [] } = kit.options.wallets ?? {}
  const isFresh = (listing: WalletListing): boolean =>
    !exclude.includes(listing.id) &&
    !first.some(({ id }) => id === listing.id) &&
    isOfFamily(kit, listing)
  return [...first, ...(include ? [] : known.filter(isFresh))].slice(
    0,
    Math.max(shown, first.length),
  )
}

import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { connectGroups, isOfFamily } from '../../connect/connect-groups.ts'

const shownCount = 6

/**
 * The owner's wallets, and the best known wallets of the page's families that are not installed.
 */
export function suggestWallets(
  kit: Kit,
  knownListings: readonly WalletListing[],
): readonly WalletListing[] {
  const groups = connectGroups(
    kit,
    { ...kit.getState(), connectors: {}, recent: [] },
    knownListings,
  )
  const first = groups.flatMap(({ choices }) => choices.flatMap(({ listing }) => listing ?? []))
  const { include, exclude = [] } = kit.options.wallets ?? {}
  const isFresh = (listing: WalletListing): boolean =>
    !exclude.includes(listing.id) &&
    !first.some(({ id }) => id === listing.id) &&
    isOfFamily(kit, listing)
  return [...first, ...(include ? [] : knownListings.filter(isFresh))].slice(
    0,
    Math.max(shownCount, first.length),
  )
}

import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { connectGroups, supportsPageFamily } from '../../connect/connect-groups.ts'

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
  const groupedListings = groups.flatMap(({ choices }) =>
    choices.flatMap(({ listing }) => listing ?? []),
  )
  const { include, exclude = [] } = kit.options.wallets ?? {}
  const isNotGrouped = (listing: WalletListing): boolean =>
    !exclude.includes(listing.id) &&
    !groupedListings.some(({ id }) => id === listing.id) &&
    supportsPageFamily(kit, listing)
  return [...groupedListings, ...(include ? [] : knownListings.filter(isNotGrouped))].slice(
    0,
    Math.max(shownCount, groupedListings.length),
  )
}

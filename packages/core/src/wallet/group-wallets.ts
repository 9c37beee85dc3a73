import type { Origin, WalletListing } from '@latchkey/protocol'
import type { Connector } from '../contract/connector.ts'

/** One wallet as the visitor sees it: the connectors that reach it, one for each namespace. */
export interface Wallet {
  /** Id of the wallet's listing in a catalogue; without a listing, id of its connector. */
  readonly id: string
  readonly name: string
  /** Icon as a `data:image/*` URL; without one, a monogram is shown. */
  readonly icon?: string
  /** CSS colour of the tile that shows the monogram. */
  readonly color?: string
  readonly origin: Origin
  /** The connectors that reach the wallet; there is at least one. */
  readonly connectors: readonly Connector[]
  readonly listing?: WalletListing
}

/**
 * Groups connectors into wallets. Two connectors belong to the same wallet when their keys are in
 * the same listing, or when one prompt opens both of them. For a wallet that offers one namespace
 * by two standards, each with its own key, the connector that opens more namespaces is used, else
 * the one found first. An equal name alone does not group, and two providers with the same key are
 * both shown.
 */
export function groupWallets(
  connectors: readonly Connector[],
  listings: readonly WalletListing[],
): readonly Wallet[] {
  const listingByKey = new Map<string, WalletListing>()
  for (const listing of listings) {
    for (const key of [...(listing.keys ?? []), listing.rdns ?? '']) {
      if (key && !listingByKey.has(key)) listingByKey.set(key, listing)
    }
  }

  const rows: { readonly listing: WalletListing | undefined; readonly connectors: Connector[] }[] =
    []
  for (const connector of connectors) {
    const listing = connector.wallet.keys
      .map((key) => listingByKey.get(key))
      .find((candidate) => candidate !== undefined)
    const hasSameNamespaces = ({ namespaces }: Connector): boolean =>
      namespaces.some((n) => connector.namespaces.includes(n))
    const row = rows.find(
      (other) =>
        (listing ? other.listing === listing : isOneWallet(connector, other.connectors[0])) &&
        // When two providers have the same key, only the visitor can choose between them.
        !other.connectors.some(
          (one) =>
            hasSameNamespaces(one) &&
            (connector.wallet.isAmbiguous ||
              connector.wallet.keys.some((key) => one.wallet.keys.includes(key))),
        ),
    )
    if (row) {
      const sameWalletIndex = row.connectors.findIndex(hasSameNamespaces)
      if (sameWalletIndex < 0 || connector.together)
        row.connectors.splice(sameWalletIndex >>> 0, 1, connector)
    } else rows.push({ listing, connectors: [connector] })
  }
  const usedIds = new Set<string>()
  return rows.flatMap(({ listing, connectors: members }) => {
    const [first] = members
    if (!first) return []
    const id = listing && !usedIds.has(listing.id) ? listing.id : first.id
    usedIds.add(id)
    const icon = members.find(({ wallet }) => wallet.icon)?.wallet.icon
    return [
      {
        id,
        name: first.wallet.name,
        origin: first.wallet.origin,
        connectors: members,
        ...(icon ? { icon } : {}),
        ...(listing?.color ? { color: listing.color } : {}),
        ...(listing ? { listing } : {}),
      },
    ]
  })
}

/**
 * Whether two connectors without a listing are one wallet, because one prompt opens both of them.
 */
function isOneWallet(a: Connector, b: Connector | undefined): boolean {
  return a.together !== undefined && a.together === b?.together
}

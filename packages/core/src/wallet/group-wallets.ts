import type { Origin, WalletListing } from '@latchkey/protocol'
import type { Connector } from '../contract/contract.ts'

/** What a visitor sees as one wallet: the connectors that reach it, one a namespace. */
export interface Wallet {
  /** The listing's, else the connector's. */
  readonly id: string
  readonly name: string
  /** `data:image/*`; absent means a monogram. */
  readonly icon?: string
  /** CSS colour of the monogram tile. */
  readonly color?: string
  readonly origin: Origin
  /** Never empty. */
  readonly connectors: readonly Connector[]
  readonly listing?: WalletListing
}

/**
 * Connectors as wallets: grouped when keys of theirs stand in one listing, or one prompt opens
 * both. A wallet that offers one namespace by two standards, each by a key of its own, is reached
 * by the way that opens more, else by the one found first. An equal name alone makes two rows, and
 * two providers that claim one key are both shown.
 */
export function groupWallets(
  connectors: readonly Connector[],
  listings: readonly WalletListing[],
): readonly Wallet[] {
  const listingOf = new Map<string, WalletListing>()
  for (const listing of listings) {
    for (const key of [...(listing.keys ?? []), listing.rdns ?? '']) {
      if (key && !listingOf.has(key)) listingOf.set(key, listing)
    }
  }

  const rows: { readonly listing: WalletListing | undefined; readonly connectors: Connector[] }[] =
    []
  for (const connector of connectors) {
    const listing = connector.wallet.keys
      .map((key) => listingOf.get(key))
      .find((found) => found !== undefined)
    const isTwin = ({ namespaces }: Connector): boolean =>
      namespaces.some((n) => connector.namespaces.includes(n))
    const row = rows.find(
      (other) =>
        (listing ? other.listing === listing : isOneWallet(connector, other.connectors[0])) &&
        // Two that claim to be one: who is meant, only the visitor can tell.
        !other.connectors.some(
          (one) =>
            isTwin(one) &&
            (connector.wallet.isAmbiguous ||
              connector.wallet.keys.some((key) => one.wallet.keys.includes(key))),
        ),
    )
    if (row) {
      const twin = row.connectors.findIndex(isTwin)
      if (twin < 0 || connector.together) row.connectors.splice(twin >>> 0, 1, connector)
    } else rows.push({ listing, connectors: [connector] })
  }
  const taken = new Set<string>()
  return rows.flatMap(({ listing, connectors: members }) => {
    const [first] = members
    if (!first) return []
    const id = listing && !taken.has(listing.id) ? listing.id : first.id
    taken.add(id)
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

/** Unlisted, yet one and the same: one prompt opens both. */
function isOneWallet(a: Connector, b: Connector | undefined): boolean {
  return a.together !== undefined && a.together === b?.together
}

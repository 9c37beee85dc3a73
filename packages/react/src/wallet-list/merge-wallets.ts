import { type Connector, groupWallets, type Kit, type WalletOptions } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'

/** One row of a list of wallets. */
export interface ListedWallet {
  readonly id: string
  readonly name: string
  /** Icon as a `data:image/*` or `https:` URL; without one, a monogram is shown on `color`. */
  readonly icon?: string
  /** CSS colour of the tile that shows the monogram. */
  readonly color?: string
  /** Whether the wallet is installed in this browser. */
  readonly isInstalled: boolean
  /**
   * Connectors of a wallet in this browser, one for each chain family; empty for any other wallet.
   */
  readonly connectors: readonly Connector[]
  /**
   * The wallet's links and other facts; present when the catalogue or the gateway lists the wallet.
   */
  readonly listing?: WalletListing
}

/** Wallets in this browser, in the order in which they were found. */
export function listInstalled(
  kit: Kit,
  connectors: readonly Connector[],
  listings: readonly WalletListing[],
): readonly ListedWallet[] {
  // A connector that makes pairing links, or that logs in by email or social account, is no wallet
  // of this browser.
  const inBrowser = connectors.filter(({ prepare, auth }) => !prepare && !auth)
  const knownListings = [...(kit.options.wallets?.custom ?? []), ...listings]
  return groupWallets(inBrowser, knownListings).map(
    ({ id, name, icon, color, connectors: ofWallet, listing }) => ({
      id,
      name,
      isInstalled: true,
      connectors: ofWallet,
      ...(icon && { icon }),
      ...(color && { color }),
      ...(listing && { listing }),
    }),
  )
}

/**
 * Listed wallets that are not in this browser, as the owner orders and filters them: the owner's
 * custom wallets, then the featured ones, then the others.
 */
export function listAbsent(
  { custom = [], featured = [], include, exclude = [] }: WalletOptions,
  listings: readonly WalletListing[],
  installed: readonly ListedWallet[],
): readonly ListedWallet[] {
  const installedKeys = new Set(
    installed.flatMap(({ connectors, listing }) => [
      ...connectors.flatMap(({ wallet }) => wallet.keys),
      ...(listing ? [listing.id] : []),
    ]),
  )
  const rankOf = ({ id }: WalletListing): number => {
    const index = featured.indexOf(id)
    return index < 0 ? featured.length : index
  }
  // The owner's own listing of a wallet replaces that of the catalogue.
  const customIds = new Set(custom.map(({ id }) => id))
  return [...custom, ...listings.filter(({ id }) => !customIds.has(id))]
    .filter(({ id }) => (include?.includes(id) ?? true) && !exclude.includes(id))
    .filter(({ id, rdns, keys = [] }) =>
      [id, rdns, ...keys].every((key) => !key || !installedKeys.has(key)),
    )
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((listing) => ({
      id: listing.id,
      name: listing.name,
      isInstalled: false,
      connectors: [],
      listing,
      ...(listing.image_url && { icon: listing.image_url }),
      ...(listing.color && { color: listing.color }),
    }))
}

/**
 * Whether a wallet's name or one of its former names contains the search text, in any letter case.
 */
export function isFound({ name, listing }: ListedWallet, search: string): boolean {
  const text = foldText(search)
  return [name, ...(listing?.aliases ?? [])].some((one) => foldText(one).includes(text))
}

function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

import { groupWallets, type Kit, type State } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { allowedImage } from '../../shared/allowed-image.ts'

/** One wallet as a visitor can choose it; without connectors it has to be got first. */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly icon?: string
  readonly color?: string
  /** Connector ids, one a chain family. */
  readonly connectors: readonly string[]
  /** Names of the chain families, where there are several. */
  readonly families: readonly string[]
  readonly listing?: WalletListing
}

/** The wallets in this browser, in the order they were found. */
export function installedChoices(
  kit: Kit,
  state: State,
  listings: readonly WalletListing[],
): readonly Choice[] {
  // What prepares a link, or signs in, is a way to wallets elsewhere and no wallet itself.
  const here = Object.values(state.connectors).filter(({ prepare, auth }) => !prepare && !auth)
  return groupWallets(here, listings).map(({ id, name, icon, color, connectors, listing }) => ({
    id,
    name,
    ...(icon && { icon }),
    ...(color && { color }),
    ...(listing && { listing }),
    connectors: connectors.map((connector) => connector.id),
    families:
      connectors.length > 1
        ? connectors.flatMap(({ namespaces }) =>
            namespaces.map((one) => kit.adapters[one]?.name ?? one),
          )
        : [],
  }))
}

/** A wallet of a list. */
export function listedChoice(kit: Kit, listing: WalletListing): Choice {
  const { image_url: url } = listing
  const { gateway, wallets } = kit.options
  const base = [gateway?.url].flat()[0]
  // A picture the owner names is fetched by the owner's gateway, which makes a raster of it.
  const icon =
    allowedImage(kit, url) ??
    (gateway && url?.startsWith('https:') && wallets?.custom?.includes(listing)
      ? `${base}/v1/image?projectId=${gateway.project}&url=${encodeURIComponent(url)}`
      : undefined)
  return {
    id: listing.id,
    name: listing.name,
    ...(icon && { icon }),
    ...(listing.color && { color: listing.color }),
    listing,
    connectors: [],
    families: [],
  }
}

/** Whether an owner who writes `id` means this wallet: its listing, a key of it, or a connector. */
export function isMeant(choice: Choice, id: string, state: State): boolean {
  const { listing, connectors } = choice
  return (
    choice.id === id ||
    listing?.id === id ||
    listing?.rdns === id ||
    listing?.keys?.includes(id) === true ||
    connectors.some((one) => one === id || state.connectors[one]?.wallet.keys.includes(id) === true)
  )
}

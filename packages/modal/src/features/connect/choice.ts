import { groupWallets, type Kit, type State } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { allowedImage } from '../../shared/allowed-image.ts'

/**
 * One wallet that the visitor can choose. A wallet without connectors is reached over the kit's
 * transport, or must be installed first.
 */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly icon?: string
  readonly color?: string
  /** Ids of the wallet's connectors, one for each chain family. */
  readonly connectors: readonly string[]
  /** Names of the wallet's chain families, when there are several. */
  readonly families: readonly string[]
  readonly listing?: WalletListing
}

/** The wallets in this browser, in the order they were discovered. */
export function installedChoices(
  kit: Kit,
  state: State,
  listings: readonly WalletListing[],
): readonly Choice[] {
  // A connector that prepares a pairing link, or that logs in, does not stand for a wallet
  // installed in this browser.
  const pageConnectors = Object.values(state.connectors).filter(
    ({ prepare, auth }) => !prepare && !auth,
  )
  return groupWallets(pageConnectors, listings).map(
    ({ id, name, icon, color, connectors, listing }) => ({
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
    }),
  )
}

/** A wallet from a wallet list, as a choice. */
export function listedChoice(kit: Kit, listing: WalletListing): Choice {
  const { image_url: url } = listing
  const { gateway, wallets } = kit.options
  const gatewayUrl = [gateway?.url].flat()[0]
  // An icon that the owner names is loaded through the owner's gateway, which turns it into a
  // raster image.
  const icon =
    allowedImage(kit, url) ??
    (gateway && url?.startsWith('https:') && wallets?.custom?.includes(listing)
      ? `${gatewayUrl}/v1/image?projectId=${gateway.project}&url=${encodeURIComponent(url)}`
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

/**
 * Whether `id` in the owner's options means this wallet: its listing, one of its keys, or a
 * connector.
 */
export function isChoiceOfId(choice: Choice, id: string, state: State): boolean {
  const { listing, connectors } = choice
  return (
    choice.id === id ||
    listing?.id === id ||
    listing?.rdns === id ||
    listing?.keys?.includes(id) === true ||
    connectors.some((one) => one === id || state.connectors[one]?.wallet.keys.includes(id) === true)
  )
}

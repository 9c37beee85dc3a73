import { type Kit, readPlatform } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'

/** A listing with all links that the catalogue has for its wallet. */
export interface KnownLinks {
  (wallet: WalletListing): WalletListing
  /**
   * Loads all links of the catalogue before the visitor clicks. They are needed in browsers that
   * follow only `https:` links and not a wallet's own scheme.
   */
  load(): void
}

/**
 * The built-in wallet list leaves out links that few visitors need; the full catalogue is loaded
 * when a visitor needs them.
 */
export function createKnownLinks(kit: Kit, onChange: () => void): KnownLinks {
  let allListings: readonly WalletListing[] | undefined
  let isLoading = false
  const fillLinks = (wallet: WalletListing): WalletListing => {
    // A wallet that the owner describes gets no further links from the catalogue.
    if (!allListings || kit.options.wallets?.custom?.some(({ id }) => id === wallet.id))
      return wallet
    const fullListing = allListings.find(({ id }) => id === wallet.id)
    if (!fullListing) return wallet
    const { universal_link, link_mode } = fullListing
    return { ...(universal_link && { universal_link }), ...(link_mode && { link_mode }), ...wallet }
  }
  return Object.assign(fillLinks, {
    load: () => {
      if (allListings || isLoading || !readPlatform().telegram) return
      isLoading = true
      import('@latchkey/catalog/all-wallets').then(
        ({ allWallets }) => {
          allListings = allWallets()
          onChange()
        },
        // After a failure, the next call of `load` tries again.
        () => {
          isLoading = false
        },
      )
    },
  })
}

import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { readPlatform } from '../../../shared/platform.ts'

/** A listing with every link that the catalogue knows of its wallet. */
export interface KnownLinks {
  (wallet: WalletListing): WalletListing
  /** On intent, where a wallet's scheme is not enough: places that follow `https:` alone. */
  load(): void
}

/**
 * The first wallets are listed without the links that few visitors need; these come when such a
 * visitor is there.
 */
export function createKnownLinks(kit: Kit, onChange: () => void): KnownLinks {
  let all: readonly WalletListing[] | undefined
  let isLoading = false
  const fillLinks = (wallet: WalletListing): WalletListing => {
    // What the owner says of a wallet is all there is to say.
    if (!all || kit.options.wallets?.custom?.some(({ id }) => id === wallet.id)) return wallet
    const known = all.find(({ id }) => id === wallet.id)
    if (!known) return wallet
    const { universal_link, link_mode } = known
    return { ...(universal_link && { universal_link }), ...(link_mode && { link_mode }), ...wallet }
  }
  return Object.assign(fillLinks, {
    load: () => {
      if (all || isLoading || !readPlatform().telegram) return
      isLoading = true
      import('@latchkey/catalog/all-wallets').then(
        ({ allWallets }) => {
          all = allWallets()
          onChange()
        },
        // Asked for again with the next intent.
        () => {
          isLoading = false
        },
      )
    },
  })
}

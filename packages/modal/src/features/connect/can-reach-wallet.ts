import type { WalletListing } from '@latchkey/protocol'

/**
 * Whether a link or QR code can reach the wallet from here: on a phone it must open on that phone.
 */
export function canReachWallet(listing: WalletListing, isPhone: boolean): boolean {
  const { mobile_link, universal_link, webapp_link, desktop_link } = listing
  return Boolean(mobile_link || universal_link || webapp_link || (!isPhone && desktop_link))
}

import type { WalletListing } from '@latchkey/protocol'

/**
 * Whether a link or QR code can open the wallet. On a phone, a link to a desktop wallet does not
 * count.
 */
export function canReachWallet(listing: WalletListing, isPhone: boolean): boolean {
  const { mobile_link, universal_link, webapp_link, desktop_link } = listing
  return Boolean(mobile_link || universal_link || webapp_link || (!isPhone && desktop_link))
}

import type { WalletListing } from '@latchkey/protocol'

/** Whether a link or a code can reach the wallet from here: on a phone it must open on that phone. */
export function reaches({ mobile_link, webapp_link, desktop_link }: WalletListing, isPhone: boolean): boolean {
  return Boolean(mobile_link || webapp_link || (!isPhone && desktop_link))
}

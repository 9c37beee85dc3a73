import type { WalletListing } from '@latchkey/protocol'

export interface Download {
  readonly kind: 'chrome' | 'firefox' | 'appStore' | 'playStore' | 'website'
  readonly href: string
}

const listingFields = [
  ['chrome', 'chrome_store'],
  ['firefox', 'firefox_store'],
  ['appStore', 'app_store'],
  ['playStore', 'play_store'],
  ['website', 'homepage'],
] as const

/**
 * Download links of a wallet, those for this device first. Browser extensions are not listed on a
 * phone, and only `https:` pages are listed.
 */
export function listDownloads(
  listing: WalletListing,
  userAgent: string,
  isPhone: boolean,
): readonly Download[] {
  const preferredKind = choosePreferred(userAgent)
  const downloads = listingFields.flatMap(([kind, field]): Download[] => {
    const href = listing[field]
    if (typeof href !== 'string' || !/^https:\/\//i.test(href)) return []
    return isPhone && !isForPhone(kind, userAgent) ? [] : [{ kind, href }]
  })
  return [
    ...downloads.filter(({ kind }) => kind === preferredKind),
    ...downloads.filter(({ kind }) => kind !== preferredKind),
  ]
}

function isForPhone(kind: Download['kind'], userAgent: string): boolean {
  if (kind === 'website') return true
  if (/android/i.test(userAgent)) return kind === 'playStore'
  // A tablet that identifies itself as a desktop is an iPad.
  return /iphone|ipad|ipod|macintosh/i.test(userAgent) ? kind === 'appStore' : /Store$/.test(kind)
}

function choosePreferred(userAgent: string): Download['kind'] {
  if (/android/i.test(userAgent)) return 'playStore'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'appStore'
  return /firefox/i.test(userAgent) ? 'firefox' : 'chrome'
}

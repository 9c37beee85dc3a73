import type { WalletListing } from '@latchkey/protocol'

export interface Download {
  readonly kind: 'chrome' | 'firefox' | 'appStore' | 'playStore' | 'desktop' | 'website'
  readonly href: string
}

const fields = [
  ['chrome', 'chrome_store'],
  ['firefox', 'firefox_store'],
  ['appStore', 'app_store'],
  ['playStore', 'play_store'],
  ['website', 'homepage'],
] as const

/** Where a wallet can be got; what runs here comes first. Only pages on https. */
export function downloads(listing: WalletListing, userAgent: string): readonly Download[] {
  const first = preferred(userAgent)
  const found = fields.flatMap(([kind, field]): Download[] => {
    const href = listing[field]
    return typeof href === 'string' && /^https:\/\//i.test(href) ? [{ kind, href }] : []
  })
  return [...found.filter(({ kind }) => kind === first), ...found.filter(({ kind }) => kind !== first)]
}

function preferred(userAgent: string): Download['kind'] {
  if (/android/i.test(userAgent)) return 'playStore'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'appStore'
  return /firefox/i.test(userAgent) ? 'firefox' : 'chrome'
}

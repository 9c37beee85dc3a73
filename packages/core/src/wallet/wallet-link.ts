import type { WalletListing } from '@latchkey/protocol'
import type { Platform } from './platform.ts'

/**
 * A link that opens a wallet, for an anchor element; it is computed before the visitor presses it.
 */
export interface WalletLink {
  readonly href: string
  /**
   * The anchor's `target`. Absent when the link opens in the same window: a link with an app's own
   * scheme does not replace the page.
   */
  readonly target?: '_blank' | '_top'
}

type LinkedListing = Pick<
  WalletListing,
  'mobile_link' | 'universal_link' | 'desktop_link' | 'webapp_link' | 'link_mode'
>

/**
 * Returns the link that carries the request itself to a wallet on this phone that supports
 * WalletConnect's link mode; null for any other wallet.
 */
export function questionLink(
  { link_mode: linkModeUrl }: LinkedListing,
  query: string,
  platform: Platform,
): WalletLink | null {
  if (!linkModeUrl || !platform.isPhone || linkModeUrl.includes('#')) return null
  return toWalletLink(`${linkModeUrl}${linkModeUrl.includes('?') ? '&' : '?'}${query}`, platform)
}

/**
 * Builds the link that opens a wallet on this device with a pairing link: in the wallet's app, else
 * on its web page; null when the wallet has neither. A listing's link is a pattern with `{uri}`
 * (percent-encoded) or `{rawUri}`, else a base to which `wc?uri=` is appended.
 * @param uri pairing link, `wc:…`
 *
 * @example
 * ```ts
 * import { readPlatform, walletLink } from '@latchkey/core'
 *
 * const links = { mobile_link: 'foxglove://' }
 * const link = walletLink(links, 'wc:…', readPlatform())
 * ```
 */
export function walletLink(
  listing: LinkedListing,
  uri: string,
  platform: Platform,
): WalletLink | null {
  const { mobile_link: mobile, desktop_link: desktop, webapp_link: web } = listing
  const universalLink = listing.universal_link ?? listing.link_mode
  const phoneApps = platform.telegram ? [universalLink, mobile] : [mobile, universalLink]
  const appLinks = platform.isPhone ? phoneApps : [desktop]
  for (const pattern of [...appLinks, web]) {
    const link = pattern ? toWalletLink(fillPattern(pattern, uri, platform), platform) : null
    if (link) return link
  }
  return null
}

/**
 * Returns the link if an anchor may open it: an `https:` link, an `http:` link to this device, or a
 * link with an app's own scheme; null for any other.
 */
export function toWalletLink(href: string, { telegram, isFramed }: Platform): WalletLink | null {
  // A browser ignores control characters and spaces in a link, so they could hide a forbidden
  // scheme from this check.
  if (!/^[\x21-\x7e]+$/.test(href)) return null
  if (
    /^https:\/\/[^/]/i.test(href) ||
    /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(href)
  )
    return { href, target: '_blank' }
  if (telegram || !/^[a-z][-+.a-z0-9]*:/i.test(href) || hasForbiddenScheme(href)) return null
  return isFramed ? { href, target: '_top' } : { href }
}

function hasForbiddenScheme(href: string): boolean {
  return /^(javascript|data|blob|file|filesystem|about|vbscript|view-source|wss?|https?|ftp|intent|mailto|tel|sms):/i.test(
    href,
  )
}

function fillPattern(pattern: string, uri: string, { telegram }: Platform): string {
  const encodedUri = encodeURIComponent(uri)
  const encoded = telegram === 'android' ? encodeURIComponent(encodedUri) : encodedUri
  if (/\{(uri|rawUri)\}/.test(pattern))
    return pattern.replace(/\{(uri|rawUri)\}/g, (_, kind) => (kind === 'uri' ? encoded : uri))
  const scheme = pattern.includes(':') ? pattern : `${pattern}://`
  const baseUrl = /:\/*$/.test(scheme) ? scheme.replace(/:\/*$/, '://') : scheme
  // Some wallet registries list the base with `wc` already appended.
  const path = baseUrl.replace(/\/wc\/?$/, '/')
  return `${path}${path.endsWith('/') ? '' : '/'}wc?uri=${encoded}`
}

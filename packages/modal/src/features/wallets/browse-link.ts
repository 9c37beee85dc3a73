import { browseLinks } from '@latchkey/catalog/browse-links'
import { type Platform, readPlatform, type WalletLink } from '@latchkey/core'
import { toWalletLink } from '@latchkey/core/inside'

/**
 * The link that opens this page in a wallet's own browser on this phone, where the wallet is
 * injected; null when no such link is known for the wallet.
 * @param page the whole address of the page; the part after `#` is left out
 */
export function browseLink(
  wallet: string,
  page: URL,
  platform: Platform = readPlatform(),
): WalletLink | null {
  const pattern = Object.hasOwn(browseLinks, wallet) ? browseLinks[wallet] : undefined
  if (!pattern || !platform.isPhone) return null
  const url = `${page.origin}${page.pathname}${page.search}`
  const urlParts: Readonly<Record<string, string>> = {
    url,
    origin: page.origin,
    hostPath: url.replace(/^\w+:\/\//, ''),
    enc: encodeURIComponent(url),
    encOrigin: encodeURIComponent(page.origin),
  }
  return toWalletLink(
    pattern.replace(/\{(\w+)\}/g, (placeholder, name: string) => urlParts[name] ?? placeholder),
    platform,
  )
}

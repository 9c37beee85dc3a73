import type { Metadata } from '@latchkey/walletconnect/wallet'

const unsafeScheme =
  /^(javascript|data|blob|file|filesystem|about|vbscript|view-source|wss?|ftp|intent|mailto|tel|sms|chrome|chrome-extension):/i

/**
 * The links by which the page wants the visitor to return, an app link and a web address; each only
 * if it is safe to follow.
 */
export function returnLinks({ url, redirect }: Metadata): {
  readonly app?: string
  readonly page?: string
} {
  const { native, universal } = redirect ?? {}
  const appLink =
    native && /^[\x21-\x7e]{3,500}$/.test(native) && isAppLink(native) ? native : undefined
  const pageLink = universal && isOwnPage(universal, url) ? universal : undefined
  return {
    ...(appLink === undefined ? {} : { app: appLink }),
    ...(pageLink === undefined ? {} : { page: pageLink }),
  }
}

/**
 * Leads the visitor back: by the page's app link, else by closing this window, else by the page's
 * own address, else by the history. Resolves to false when nothing worked and the visitor must go
 * back by hand.
 */
export async function returnToPage(page: Window, metadata: Metadata | undefined): Promise<boolean> {
  const pageLinks = metadata ? returnLinks(metadata) : {}
  if (pageLinks.app) {
    page.location.assign(pageLinks.app)
    return true
  }
  page.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  if (page.closed) return true
  if (pageLinks.page) page.location.assign(pageLinks.page)
  else if (page.history.length > 1) page.history.back()
  else return false
  return true
}

function isAppLink(link: string): boolean {
  return /^[a-z][-+.a-z0-9]*:/i.test(link) && !unsafeScheme.test(link) && !/^https?:/i.test(link)
}

// A link to another origin than the page's own is not followed, because it would make this wallet
// an open redirect.
function isOwnPage(link: string, url: string): boolean {
  if (!URL.canParse(link) || !URL.canParse(url) || link.length > 500) return false
  const { origin, protocol } = new URL(link)
  return /^https?:$/.test(protocol) && origin === new URL(url).origin
}

import type { Metadata } from '@latchkey/walletconnect/wallet'

const foreign =
  /^(javascript|data|blob|file|filesystem|about|vbscript|view-source|wss?|ftp|intent|mailto|tel|sms|chrome|chrome-extension):/i

/** The page's link back, if it is safe to follow; undefined when there is none. */
export function returnLinks({ url, redirect }: Metadata): {
  readonly app?: string
  readonly page?: string
} {
  const { native, universal } = redirect ?? {}
  const app =
    native && /^[\x21-\x7e]{3,500}$/.test(native) && isAppLink(native) ? native : undefined
  const page = universal && isOwnPage(universal, url) ? universal : undefined
  return { ...(app === undefined ? {} : { app }), ...(page === undefined ? {} : { page }) }
}

/**
 * Leads the visitor back: by the page's app link, else by closing this window, else by the page's
 * own address, else by the history. Resolves to false when nothing worked and the visitor must go
 * back by hand.
 */
export async function returnToPage(page: Window, metadata: Metadata | undefined): Promise<boolean> {
  const linksBack = metadata ? returnLinks(metadata) : {}
  if (linksBack.app) {
    page.location.assign(linksBack.app)
    return true
  }
  page.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  if (page.closed) return true
  if (linksBack.page) page.location.assign(linksBack.page)
  else if (page.history.length > 1) page.history.back()
  else return false
  return true
}

function isAppLink(link: string): boolean {
  return /^[a-z][-+.a-z0-9]*:/i.test(link) && !foreign.test(link) && !/^https?:/i.test(link)
}

// Following a link to another origin than the page's own would make this wallet an open redirect.
function isOwnPage(link: string, url: string): boolean {
  if (!URL.canParse(link) || !URL.canParse(url) || link.length > 500) return false
  const { origin, protocol } = new URL(link)
  return /^https?:$/.test(protocol) && origin === new URL(url).origin
}

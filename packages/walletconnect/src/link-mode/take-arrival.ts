import { type LinkMessage, parseLinkMessage } from './link-message.ts'
import { tellTabs } from './tabs.ts'

/**
 * What a wallet has put into the address of this page, once: it is taken out of the address and the
 * history, and told to the other tabs of this site, one of which may have asked. Anybody may have
 * written it; nothing is believed here.
 */
export function takeArrival(page: Pick<Window, 'location' | 'history'>): LinkMessage | undefined {
  const { href } = page.location
  const clean = new URL(href)
  if (!clean.searchParams.has('wc_ev')) return undefined
  // Part by part: what the site itself has written there stays as it wrote it.
  const isOurs = (part: string): boolean => {
    const [key] = new URLSearchParams(part).keys()
    return key === 'wc_ev' || key === 'topic'
  }
  clean.search = clean.search
    .slice(1)
    .split('&')
    .filter((part) => !isOurs(part))
    .join('&')
  try {
    page.history.replaceState(page.history.state, '', clean.href)
  } catch {
    // A frame may be forbidden to.
  }
  try {
    const message = parseLinkMessage(href)
    tellTabs(message)
    return message
  } catch {
    return undefined
  }
}

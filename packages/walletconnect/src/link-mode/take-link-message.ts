import { type LinkMessage, parseLinkMessage } from './link-message.ts'
import { sendToTabs } from './tabs.ts'

/**
 * Takes a wallet's message out of the page's address, once. The message is removed from address and
 * history, and sent to the other tabs of this site, because another tab may have sent the request.
 * The author is unknown, so the message is not trusted here.
 */
export function takeLinkMessage(
  page: Pick<Window, 'location' | 'history'>,
): LinkMessage | undefined {
  const { href } = page.location
  const cleanUrl = new URL(href)
  if (!cleanUrl.searchParams.has('wc_ev')) return undefined
  // Parameters are filtered one by one, so the site's own ones keep their spelling.
  const isMessageParameter = (part: string): boolean => {
    const [key] = new URLSearchParams(part).keys()
    return key === 'wc_ev' || key === 'topic'
  }
  cleanUrl.search = cleanUrl.search
    .slice(1)
    .split('&')
    .filter((part) => !isMessageParameter(part))
    .join('&')
  try {
    page.history.replaceState(page.history.state, '', cleanUrl.href)
  } catch {
    // The error is ignored, because a frame may be forbidden to change its history.
  }
  try {
    const message = parseLinkMessage(href)
    sendToTabs(message)
    return message
  } catch {
    return undefined
  }
}

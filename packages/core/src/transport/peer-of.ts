import { isDataIcon } from '@latchkey/protocol'
import type { Peer } from '../contract/peer.ts'
import type { RemoteSession } from '../contract/remote-session.ts'

const maxNameLength = 64
const maxLinkLength = 2000

/** The part of a remote wallet's description that is safe to show and to open. */
export function readSafePeer({ peer }: Pick<RemoteSession, 'peer'>): Peer {
  const { name, icon, native, universal } = peer
  return {
    name: `${name}`.slice(0, maxNameLength),
    ...(isDataIcon(icon) && { icon }),
    ...(isAppLink(native) && { native }),
    ...(isLink(universal) && /^https:\/\//i.test(universal) && { universal }),
  }
}

/**
 * Whether a link has an app's own scheme; schemes that run in the page, or read from the page or
 * the device, are refused.
 */
function isAppLink(link: unknown): link is string {
  return (
    isLink(link) &&
    /^[a-z][-+.a-z0-9]*:/i.test(link) &&
    !/^(javascript|data|blob|file|filesystem|about|vbscript|view-source|ws|wss|https?|intent):/i.test(
      link,
    )
  )
}

function isLink(link: unknown): link is string {
  // Control characters and spaces could hide a scheme from this check but not from the browser.
  return typeof link === 'string' && link.length <= maxLinkLength && /^[\x21-\x7e]+$/.test(link)
}

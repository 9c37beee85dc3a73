import { isDataIcon } from '@latchkey/protocol'
import type { Peer } from '../contract/peer.ts'
import type { RemoteSession } from '../contract/remote-session.ts'

const maxNameLength = 64
const maxLinkLength = 2000

/** Returns the part of a remote wallet's description of itself that is safe to show and to open. */
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
 * Whether a link has an app's own URL scheme. Schemes that run code in the page, or read from the
 * page or the device, are refused.
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
  // Links with control characters or spaces are refused: a browser ignores these characters, so
  // they could hide a forbidden scheme from this check.
  return typeof link === 'string' && link.length <= maxLinkLength && /^[\x21-\x7e]+$/.test(link)
}

import { isDataIcon } from '@latchkey/protocol'
import type { Peer } from '../contract/peer.ts'
import type { RemoteSession } from '../contract/remote-session.ts'

const maxName = 64
const maxLink = 2000

/** What may be shown and opened of what a remote wallet says of itself. */
export function peerOf({ peer }: Pick<RemoteSession, 'peer'>): Peer {
  const { name, icon, native, universal } = peer
  return {
    name: `${name}`.slice(0, maxName),
    ...(isDataIcon(icon) && { icon }),
    ...(isAppLink(native) && { native }),
    ...(isLink(universal) && /^https:\/\//i.test(universal) && { universal }),
  }
}

/** A scheme of an app's own: what runs in, or reads from, the page or the device is none. */
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
  // Control characters and spaces can hide a scheme from a check and not from a browser.
  return typeof link === 'string' && link.length <= maxLink && /^[\x21-\x7e]+$/.test(link)
}

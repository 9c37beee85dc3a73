import type { Metadata, Relay } from '../contract.ts'
import { linkOfMessage } from '../crypto/link-text.ts'
import { anyRelay } from '../relay/any-relay.ts'
import { formatLinkMessage, linkOf } from './link-message.ts'

/** Of `wc_sessionRequest`. */
const asking = 1108

/**
 * The way to a wallet of link mode: requests go inside a link that opens it, all else over the
 * relays, as live wallets do. A request that no gesture stands behind goes over the relays too:
 * nothing would open.
 */
export function linkLine(
  relays: readonly Relay[],
  redirect: Metadata['redirect'],
  openLink: (link: string) => void,
): Relay {
  const link = linkOf(redirect)
  const all = anyRelay(relays)
  return {
    ...all,
    async publish(publication, signal) {
      const { tag, topic, message } = publication
      const inside =
        link && tag === asking && hasGesture() ? inLink(link, topic, message) : undefined
      if (inside) openLink(inside)
      else await all.publish(publication, signal)
    },
  }
}

/** Nothing when it is too long for a link. */
function inLink(link: string, topic: string, message: string): string | undefined {
  try {
    return formatLinkMessage(link, { topic, message: linkOfMessage(message) })
  } catch {
    return undefined
  }
}

/** Browsers that do not say are believed. */
function hasGesture(): boolean {
  return globalThis.navigator?.userActivation?.isActive ?? true
}

import type { Metadata, Relay } from '../contract.ts'
import { linkOfMessage } from '../crypto/link-text.ts'
import { combineRelays } from '../relay/combine-relays.ts'
import { formatLinkMessage, linkOfRedirect } from './link-message.ts'

/** The relay tag of a `wc_sessionRequest` message. */
const requestTag = 1108

/**
 * Sends messages to a wallet in link mode: a request inside a link that opens the wallet, any other
 * message over the relays, as existing wallets do too. A request without a user gesture also goes
 * over the relays, because browsers would not open the link.
 */
export function makeLinkRelay(
  relays: readonly Relay[],
  redirect: Metadata['redirect'],
  openLink: (link: string) => void,
): Relay {
  const link = linkOfRedirect(redirect)
  const combinedRelay = combineRelays(relays)
  return {
    ...combinedRelay,
    async publish(publication, signal) {
      const { tag, topic, message } = publication
      const messageLink =
        link && tag === requestTag && hasUserGesture()
          ? formatRequestLink(link, topic, message)
          : undefined
      if (messageLink) openLink(messageLink)
      else await combinedRelay.publish(publication, signal)
    },
  }
}

/** The wallet's link with the message in it; undefined when the link would be too long. */
function formatRequestLink(link: string, topic: string, message: string): string | undefined {
  try {
    return formatLinkMessage(link, { topic, message: linkOfMessage(message) })
  } catch {
    return undefined
  }
}

/** Whether a user gesture is active; true in browsers that do not report it. */
function hasUserGesture(): boolean {
  return globalThis.navigator?.userActivation?.isActive ?? true
}

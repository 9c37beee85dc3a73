import type { Metadata, Relay } from '../contract.ts'
import { linkOfMessage } from '../crypto/link-envelope.ts'
import { travelOfRequest } from '../sign/methods.ts'
import { formatLinkMessage, linkOf } from './link-message.ts'

const asking = travelOfRequest('wc_sessionRequest').tag

/**
 * The way to a wallet of link mode: requests go inside a link that opens it, all else over the relays, as live wallets
 * do. A request that no gesture stands behind goes over the relays too: nothing would open.
 */
export function linkLine(
  relays: readonly Relay[],
  redirect: Metadata['redirect'],
  openLink: (link: string) => void,
): Relay {
  const link = linkOf(redirect)
  const any = async (calls: readonly Promise<void>[]): Promise<void> => {
    try {
      await Promise.any(calls)
    } catch (error) {
      throw (error as Partial<AggregateError>).errors?.[0] ?? error
    }
  }
  return {
    url: '',
    subscribe: (topics, signal) => any(relays.map((relay) => relay.subscribe(topics, signal))),
    unsubscribe(topics) {
      for (const relay of relays) relay.unsubscribe(topics)
    },
    async publish(publication, signal) {
      const { tag, topic, message } = publication
      if (link && tag === asking && hasGesture()) {
        const opened = inLink(link, topic, message)
        if (opened) return openLink(opened)
      }
      await any(relays.map((relay) => relay.publish(publication, signal)))
    },
    propose: (parameters, signal) => any(relays.map((relay) => relay.propose(parameters, signal))),
    approve: (parameters, signal) => any(relays.map((relay) => relay.approve(parameters, signal))),
    // The relays are the page's.
    close: () => {},
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

import type { Channel } from '../channel.ts'
import type { LinkMode, Relay } from '../contract.ts'
import { messageOfLink, sealLinkEnvelope } from '../crypto/link-text.ts'
import { authenticationOf } from '../page/ask-sign-in.ts'
import type { LinkMessage } from './link-message.ts'
import { makeLinkRelay } from './make-link-relay.ts'
import type { PageLinks } from './page-links.ts'
import { listenToTabs } from './tabs.ts'

/**
 * Maximum length of a query string. It leaves room for the wallet's address within the operating
 * systems' limit for links.
 */
const maxQueryLength = 32_768

export function openPageLinks(
  linkMode: LinkMode,
  relays: readonly Relay[],
  receive: Channel['receive'],
): PageLinks {
  const { universal, openLink = openWindow } = linkMode
  const relayOfWallet: PageLinks['lineTo'] = (redirect) => makeLinkRelay(relays, redirect, openLink)
  const answerRelay = relayOfWallet(undefined)
  const takeMessage = ({ topic, message }: LinkMessage): void =>
    void receive({ topic, message: messageOfLink(message) }, answerRelay)
  let { arrived } = linkMode
  listenToTabs(takeMessage)
  return {
    challenge: () => ({
      domain: new URL(universal).host,
      uri: universal,
      nonce: globalThis.crypto.randomUUID().replaceAll('-', ''),
      issuedAt: new Date().toISOString(),
    }),
    queryFor(record, payload, metadata) {
      // Icons embedded as `data:` URLs would make the link too long, so they are left out; wallets
      // fetch the other icons themselves.
      const icons = metadata.icons.filter((icon) => !icon.startsWith('data:'))
      const message = sealLinkEnvelope(authenticationOf(record, payload, { ...metadata, icons }))
      const query = `wc_ev=${message}&topic=${record.topic}`
      return query.length > maxQueryLength ? undefined : query
    },
    lineTo: relayOfWallet,
    deliverArrived() {
      const arrivedMessage = arrived
      arrived = undefined
      arrivedMessage?.then((message) => message && takeMessage(message)).catch(() => undefined)
    },
  }
}

/** With `noopener` the wallet's page gets no reference to this page. */
function openWindow(link: string): void {
  globalThis.open?.(link, '_blank', 'noopener,noreferrer')
}

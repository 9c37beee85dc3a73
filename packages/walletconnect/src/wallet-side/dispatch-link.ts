import { LatchkeyError } from '@latchkey/protocol'
import { openLinkEnvelope } from '../crypto/link-envelope.ts'
import { messageOfLink } from '../crypto/link-text.ts'
import { parseLinkMessage } from '../link-mode/link-message.ts'
import { isFieldRecord } from '../namespaces/entries.ts'
import { handleAuthentication } from './meet-authentication.ts'
import type { Wallet } from './wallet.ts'

/**
 * Handles a message inside a link: either an encrypted message of a session, or a one-click sign-in
 * in plain text whose author is unknown.
 * @throws `pairing-link-invalid` | `envelope-invalid`
 */
export async function dispatchLink(wallet: Wallet, link: string): Promise<void> {
  if (!wallet.options.openLink)
    throw new LatchkeyError('pairing-link-invalid', { reason: 'no `openLink` to answer a link by' })
  const { topic, message } = parseLinkMessage(link)
  if (wallet.book.sessions.has(topic))
    return wallet.channel.receive({ topic, message: messageOfLink(message) })
  const { json } = openLinkEnvelope(message)
  if (
    !isFieldRecord(json) ||
    json.method !== 'wc_sessionAuthenticate' ||
    !Number.isSafeInteger(json.id)
  )
    throw new LatchkeyError('pairing-link-invalid', { reason: 'no one-click sign-in inside' })
  await handleAuthentication(wallet, {
    topic,
    id: json.id as number,
    method: 'wc_sessionAuthenticate',
    params: json.params,
  })
}

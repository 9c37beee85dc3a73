import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { parsePairingLink } from '../link/parse-pairing-link.ts'
import { forgetPairing } from './forget.ts'
import { eventOfPending } from './show-pending-entry.ts'
import type { Wallet } from './wallet.ts'

/**
 * Opens a pairing link and listens on every relay; requests that already wait on the pairing are
 * shown again.
 * @throws `pairing-link-invalid` | `pairing-expired` | `relay-unreachable` when no relay answers
 */
export async function pairByLink(wallet: Wallet, text: string): Promise<void> {
  const { topic, symKey, expiresAt, methods } = await parsePairingLink(text)
  const { pairings, waiting } = wallet.book
  const isKnownPairing = pairings.has(topic)
  if (!isKnownPairing) {
    pairings.set(topic, {
      topic,
      symKey,
      expiresAt,
      isAuthenticating: methods.includes('wc_sessionAuthenticate'),
    })
    wallet.channel.addKey(topic, { symKey })
    wallet.changed()
  }
  try {
    await Promise.any(wallet.relays.map((relay) => relay.subscribe([topic])))
  } catch (error) {
    if (!isKnownPairing) forgetPairing(wallet, topic)
    const [first] = error instanceof AggregateError ? error.errors : []
    throw hasCode(first) ? first : new LatchkeyError('relay-unreachable', { cause: error })
  }
  if (isKnownPairing)
    for (const pendingEntry of waiting.values()) {
      if (pendingEntry.topic === topic) wallet.emit(eventOfPending(pendingEntry))
    }
}

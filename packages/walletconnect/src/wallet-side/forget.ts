import type { Hex32, SessionRecord } from '../contract.ts'
import type { WalletEvent } from '../wallet-contract.ts'
import { findAnswerRoute, sendAnswer } from './send.ts'
import type { Wallet } from './wallet.ts'

/** Removes a pairing with its key, its subscriptions and its pending requests. */
export function forgetPairing(wallet: Wallet, topic: Hex32): void {
  wallet.book.pairings.delete(topic)
  clearTimeout(wallet.held.get(topic)?.timer)
  wallet.held.delete(topic)
  leaveTopic(wallet, topic)
}

/** Removes a session and emits the event `session-ended`. */
export function forgetSession(
  wallet: Wallet,
  topic: Hex32,
  reason: Extract<WalletEvent, { type: 'session-ended' }>['reason'],
): void {
  if (!wallet.book.sessions.delete(topic)) return
  leaveTopic(wallet, topic)
  wallet.emit({ type: 'session-ended', topic, reason })
}

function leaveTopic(wallet: Wallet, topic: Hex32): void {
  wallet.channel.forgetKey(topic)
  for (const relay of wallet.relays) {
    relay.unsubscribe([topic])
  }
  for (const [key, pendingRequest] of wallet.book.waiting) {
    if (pendingRequest.topic !== topic || wallet.busy.has(key)) continue
    wallet.book.waiting.delete(key)
    wallet.emit({ type: 'expired', id: pendingRequest.id })
  }
  wallet.changed()
}

/**
 * The earliest expiry of all pairings, sessions and pending entries, in milliseconds since the
 * epoch.
 */
export function nextExpiry({ book, busy }: Wallet): number {
  const waitingEntries = [...book.waiting].filter(([key]) => !busy.has(key)).map(([, one]) => one)
  const allEntries = [...book.pairings.values(), ...book.sessions.values(), ...waitingEntries]
  return Math.min(Number.POSITIVE_INFINITY, ...allEntries.map(({ expiresAt }) => expiresAt))
}

/** Removes expired entries; the page of an expired request gets error 8000. */
export function sweepExpired(wallet: Wallet): void {
  const now = Date.now()
  const { pairings, sessions, waiting } = wallet.book
  for (const [key, one] of waiting) {
    if (one.expiresAt > now || wallet.busy.has(key)) continue
    waiting.delete(key)
    wallet.emit({ type: 'expired', id: one.id })
    const session = sessions.get(one.topic)
    if (one.kind === 'request' && session) tellExpired(wallet, session, one.id)
  }
  for (const { topic, expiresAt } of pairings.values()) {
    if (expiresAt <= now) forgetPairing(wallet, topic)
  }
  for (const { topic, expiresAt } of sessions.values()) {
    if (expiresAt <= now) forgetSession(wallet, topic, 'expiry')
  }
  wallet.changed()
}

function tellExpired(wallet: Wallet, session: SessionRecord, id: number): void {
  // In link mode the answer would be a link, which would needlessly send the user to another app.
  if (session.transport === 'link') return
  const route = findAnswerRoute(wallet, session.relay, session.peer.metadata)
  sendAnswer(
    wallet,
    route,
    { topic: session.topic, id, method: 'wc_sessionRequest' },
    { error: expiredError },
  ).catch(() => undefined)
}

export const expiredError = { code: 8000, message: 'Session request expired' } as const

import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Answer, Incoming } from '../channel.ts'
import type { Hex32, Relay, SessionRecord } from '../contract.ts'
import { type OpenSession, openSession } from './open-session.ts'
import type { Outcome, SettlementContext } from './outcome.ts'
import type { PageContext } from './page-context.ts'
import { readPeer } from './read-peer.ts'
import { deriveSessionKey, keepSession, settleSession } from './settle-session.ts'

/** Milliseconds that a wallet may take to settle after its answer. */
const settleTimeoutMs = 120_000

/** Opens the sessions of one page, each once. */
export interface Sessions {
  /**
   * Opens a stored session; undefined for a relay that is no longer configured, or when link mode
   * is no longer enabled.
   */
  open(record: SessionRecord): { readonly remote: RemoteSession; readonly relay: Relay } | undefined
  /**
   * Opens the session of a wallet that answered the proposal.
   * @throws `session-settlement-failed` | `session-expired`
   */
  settle(pairingContext: SettlementContext, answer: Answer): Promise<Outcome>
  /**
   * Opens the session of a one-click sign-in.
   * @throws `session-settlement-failed`
   */
  adoptAnswer(pairingContext: SettlementContext, answer: Answer): Promise<Outcome>
}

/**
 * Creates the sessions of a page. This code is loaded only when a wallet answers, or when an
 * earlier page stored sessions.
 */
export function openSessions(pageContext: PageContext): Sessions {
  const { channel, relays, links } = pageContext
  const openedSessions = new Map<Hex32, OpenSession>()
  const settlementListeners = new Map<Hex32, (incoming: Incoming) => void>()
  /**
   * Messages that arrive between a settlement and the opening of its session are kept for the
   * session, because a wallet may end the session at once.
   */
  const earlyMessages = new Map<Hex32, Incoming[]>()
  channel.watch((incoming) => {
    const { topic, method } = incoming
    const session = openedSessions.get(topic)
    if (session) session.receiveIncoming(incoming)
    else if (earlyMessages.has(topic)) earlyMessages.get(topic)?.push(incoming)
    else if (method === 'wc_sessionSettle') settlementListeners.get(topic)?.(incoming)
  })
  const openRecord: Sessions['open'] = (record) => {
    const { topic, symKey } = record
    const relay = record.relay
      ? relays.find(({ url }) => url === record.relay)
      : links?.lineTo(record.peer.metadata.redirect)
    if (!relay) return undefined
    let session = openedSessions.get(topic)
    if (!session) {
      channel.addKey(topic, { symKey })
      session = openSession(pageContext, relay, record, () => openedSessions.delete(topic))
      openedSessions.set(topic, session)
      for (const incoming of earlyMessages.get(topic) ?? []) {
        session.receiveIncoming(incoming)
      }
      earlyMessages.delete(topic)
    }
    return { remote: session.remote, relay }
  }
  const awaitSettlement = (topic: Hex32): Promise<Incoming> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        settlementListeners.delete(topic)
        reject(
          new LatchkeyError('session-settlement-failed', { reason: 'the wallet did not settle' }),
        )
      }, settleTimeoutMs)
      settlementListeners.set(topic, (incoming) => {
        clearTimeout(timer)
        settlementListeners.delete(topic)
        earlyMessages.set(topic, [])
        resolve(incoming)
      })
    })
  return {
    open: openRecord,
    settle: (pairingContext, answer) =>
      settleSession(pairingContext, answer, {
        awaitSettlement,
        open: openRecord,
        abandon: (topic) => earlyMessages.delete(topic),
      }),
    async adoptAnswer(pairingContext, answer) {
      const { adoptSignIn } = await import('./adopt-sign-in.ts')
      return adoptSignIn(pairingContext, answer, {
        readPeer,
        keyWith: deriveSessionKey,
        keepSession: (context, sessionRecord) =>
          keepSession(context, sessionRecord, { open: openRecord }),
      })
    },
  }
}

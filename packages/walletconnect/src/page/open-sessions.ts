import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Answer, Incoming } from '../channel.ts'
import type { Hex32, Relay, SessionRecord } from '../contract.ts'
import { type OpenSession, openSession } from './open-session.ts'
import type { Outcome, Parts } from './outcome.ts'
import type { PageContext } from './page-context.ts'
import { readPeer } from './read-peer.ts'
import { keepSession, keyWith, settleSession } from './settle-session.ts'

/** Milliseconds that a wallet may take to settle after its answer. */
const settleMs = 120_000

/** The sessions of one page, each opened once. */
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
  settle(parts: Parts, answer: Answer): Promise<Outcome>
  /**
   * Opens the session of a one-click sign-in.
   * @throws `session-settlement-failed`
   */
  adopt(parts: Parts, answer: Answer): Promise<Outcome>
}

/**
 * Loads the part of a page that starts with a wallet's answer, or with sessions of an earlier page.
 */
export function openSessions(ground: PageContext): Sessions {
  const { channel, relays, links } = ground
  const opened = new Map<Hex32, OpenSession>()
  const settling = new Map<Hex32, (incoming: Incoming) => void>()
  /**
   * Messages between a settlement and the opening of its session are kept: a wallet may end the
   * session at once.
   */
  const early = new Map<Hex32, Incoming[]>()
  channel.watch((incoming) => {
    const { topic, method } = incoming
    const session = opened.get(topic)
    if (session) session.hear(incoming)
    else if (early.has(topic)) early.get(topic)?.push(incoming)
    else if (method === 'wc_sessionSettle') settling.get(topic)?.(incoming)
  })
  const openRecord: Sessions['open'] = (record) => {
    const { topic, symKey } = record
    const relay = record.relay
      ? relays.find(({ url }) => url === record.relay)
      : links?.lineTo(record.peer.metadata.redirect)
    if (!relay) return undefined
    let session = opened.get(topic)
    if (!session) {
      channel.addKey(topic, { symKey })
      session = openSession(ground, relay, record, () => opened.delete(topic))
      opened.set(topic, session)
      for (const incoming of early.get(topic) ?? []) {
        session.hear(incoming)
      }
      early.delete(topic)
    }
    return { remote: session.remote, relay }
  }
  const awaitSettlement = (topic: Hex32): Promise<Incoming> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        settling.delete(topic)
        reject(
          new LatchkeyError('session-settlement-failed', { reason: 'the wallet did not settle' }),
        )
      }, settleMs)
      settling.set(topic, (incoming) => {
        clearTimeout(timer)
        settling.delete(topic)
        early.set(topic, [])
        resolve(incoming)
      })
    })
  return {
    open: openRecord,
    settle: (parts, answer) =>
      settleSession(parts, answer, {
        awaitSettlement,
        open: openRecord,
        abandon: (topic) => early.delete(topic),
      }),
    async adopt(parts, answer) {
      const { adoptSignIn } = await import('./adopt-sign-in.ts')
      return adoptSignIn(parts, answer, {
        readPeer,
        keyWith,
        keepSession: (of, made) => keepSession(of, made, { open: openRecord }),
      })
    },
  }
}

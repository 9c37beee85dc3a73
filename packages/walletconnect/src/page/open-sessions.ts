import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Incoming } from '../channel.ts'
import type { Hex32, Relay, SessionRecord } from '../contract.ts'
import type { Ground } from './ground.ts'
import { type OpenSession, openSession } from './open-session.ts'

/** How long a wallet that answered may take to settle. */
const settleMs = 120_000

/** The sessions of one page, each opened once. */
export interface Sessions {
  /** Undefined for a relay that the owner no longer names, or links that are no longer allowed. */
  open(record: SessionRecord): { readonly remote: RemoteSession; readonly relay: Relay } | undefined
  /**
   * The settlement that comes on a topic.
   * @throws `session-settlement-failed` when none comes
   */
  awaitSettlement(topic: Hex32): Promise<Incoming>
}

export function openSessions(ground: Ground): Sessions {
  const { channel, relays, links } = ground
  const open = new Map<Hex32, OpenSession>()
  const settling = new Map<Hex32, (incoming: Incoming) => void>()
  channel.watch((incoming) => {
    const { topic, method, relay } = incoming
    const session = open.get(topic)
    if (session) session.hear(incoming)
    else if (method === 'wc_sessionSettle') settling.get(topic)?.(incoming)
    else if (method === 'wc_pairingPing' && relay)
      channel.answer({ ...incoming, relay }, { result: true }).catch(() => undefined)
  })
  return {
    open(record) {
      const { topic, symKey } = record
      const relay = record.relay
        ? relays.find(({ url }) => url === record.relay)
        : links?.lineTo(record.peer.metadata.redirect)
      if (!relay) return undefined
      let session = open.get(topic)
      if (!session) {
        channel.addKey(topic, { symKey })
        session = openSession(ground, relay, record, () => open.delete(topic))
        open.set(topic, session)
      }
      return { remote: session.remote, relay }
    },
    awaitSettlement(topic) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          settling.delete(topic)
          reject(new LatchkeyError('session-settlement-failed', { reason: 'the wallet did not settle' }))
        }, settleMs)
        settling.set(topic, (incoming) => {
          clearTimeout(timer)
          settling.delete(topic)
          resolve(incoming)
        })
      })
    },
  }
}

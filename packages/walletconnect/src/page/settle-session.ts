import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Answer, Incoming } from '../channel.ts'
import type { Hex32, SessionRecord } from '../contract.ts'
import { agree } from '../crypto/agree.ts'
import { isHex32 } from '../crypto/bytes.ts'
import { topicOf } from '../crypto/topic.ts'
import type { Agreed, Outcome, Parts } from './outcome.ts'
import { fieldsOf } from './read-peer.ts'
import { readSettlement } from './read-settlement.ts'

/** Functions of the page's sessions. */
interface Steps {
  /** Waits for the settlement on a topic. Throws `session-settlement-failed` when none arrives. */
  awaitSettlement(topic: Hex32): Promise<Incoming>
  open(record: SessionRecord): { readonly remote: RemoteSession } | undefined
  /** Stops waiting for messages on the topic. */
  abandon(topic: Hex32): void
}

/** Derives the key that the session shares with the wallet that answered, and the session's topic. */
export async function keyWith(
  { record }: Parts,
  { relay, senderPublicKey }: Answer,
  theirs: unknown,
): Promise<Agreed> {
  if (!isHex32(theirs) || !relay || (senderPublicKey && senderPublicKey !== theirs))
    throw new LatchkeyError('session-settlement-failed', { reason: 'no key, or not its own' })
  const symKey = await agree(record.privateKey, theirs)
  return { relay, responder: theirs, symKey, topic: await topicOf(symKey) }
}

/**
 * Opens the session of a wallet that answered the proposal, after it has settled.
 * @throws `session-settlement-failed` | `session-expired`
 */
export async function settleSession(parts: Parts, answer: Answer, steps: Steps): Promise<Outcome> {
  const { ground, record } = parts
  const { channel, metadata } = ground
  const { relay, responder, symKey, topic } = await keyWith(
    parts,
    answer,
    fieldsOf(answer.result).responderPublicKey,
  )
  channel.addKey(topic, { symKey })
  const settling = steps.awaitSettlement(topic)
  // The topic is wanted from now on, also after a lost socket; the relay's answer does not matter
  // here.
  relay.subscribe([topic]).catch(() => undefined)
  try {
    const incoming = await settling
    const way = incoming.relay ?? relay
    try {
      const self = { publicKey: record.publicKey, metadata }
      const made = { topic, symKey, pairingTopic: record.topic, relay: relay.url, responder, self }
      const session = await keepSession(parts, readSettlement(incoming.params, made), steps)
      channel.answer({ ...incoming, relay: way }, { result: true }).catch(() => undefined)
      return { session }
    } catch (error) {
      const refusal = { code: 7000, message: 'Session settlement failed' }
      channel.answer({ ...incoming, relay: way }, { error: refusal }).catch(() => undefined)
      throw error
    }
  } catch (error) {
    channel.forgetKey(topic)
    relay.unsubscribe([topic])
    steps.abandon(topic)
    throw error
  }
}

/**
 * Stores the session before the settlement is acknowledged: a page that dies in between finds it
 * again.
 */
export async function keepSession(
  { ground, record }: Parts,
  made: SessionRecord,
  { open }: Pick<Steps, 'open'>,
): Promise<RemoteSession> {
  await ground.keep.change((kept) => ({
    ...kept,
    pairings: kept.pairings.filter(({ topic }) => topic !== record.topic),
    sessions: [...kept.sessions.filter(({ topic }) => topic !== made.topic), made],
  }))
  const opened = open(made)
  if (!opened) throw new LatchkeyError('session-settlement-failed', { reason: 'an unknown relay' })
  return opened.remote
}

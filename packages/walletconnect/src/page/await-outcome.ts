import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Answer, WireError } from '../channel.ts'
import type { SessionRecord } from '../contract.ts'
import { agree } from '../crypto/agree.ts'
import { isHex32 } from '../crypto/bytes.ts'
import { topicOf } from '../crypto/topic.ts'
import type { Agreed, Outcome, Parts } from './outcome.ts'
import { fieldsOf, readPeer } from './read-peer.ts'
import { readSettlement } from './read-settlement.ts'
import { wireFailure } from './wire-failure.ts'

/**
 * Waits until a wallet has settled, by whichever way it chose.
 * @throws `request-expired` when none does; the wallet's refusal; `session-settlement-failed` | `session-expired`
 */
export async function awaitOutcome(parts: Parts, signal: AbortSignal): Promise<Outcome> {
  const { ground, record } = parts
  const { topic, proposal: id, expiresAt, authenticate } = record
  const { channel } = ground
  const settled = channel.expect({ topic, id, expiresAt }, signal).then((answer) => settle(parts, answer))
  if (!authenticate) return settled.catch(rethrow)
  const adopted = channel.expect({ ...authenticate, expiresAt }, signal).then(
    async (answer) =>
      (await import('./adopt-sign-in.ts')).adoptSignIn(parts, answer, { readPeer, keyWith, keepSession }),
    (error: WireError) => {
      // A wallet that knows no such method may still approve the proposal.
      if (error?.code === 10001) return settled
      throw error
    },
  )
  return Promise.race([settled, adopted]).catch(rethrow)
}

function rethrow(error: unknown): never {
  throw wireFailure(error)
}

/** The session's key with whoever answered, and the way back. */
async function keyWith({ record }: Parts, { relay, senderPublicKey }: Answer, theirs: unknown): Promise<Agreed> {
  if (!isHex32(theirs) || !relay || (senderPublicKey && senderPublicKey !== theirs))
    throw new LatchkeyError('session-settlement-failed', { reason: 'no key, or not its own' })
  const symKey = await agree(record.privateKey, theirs)
  return { relay, responder: theirs, symKey, topic: await topicOf(symKey) }
}

async function settle(parts: Parts, answer: Answer): Promise<Outcome> {
  const { ground, sessions, record } = parts
  const { channel, metadata } = ground
  const { relay, responder, symKey, topic } = await keyWith(parts, answer, fieldsOf(answer.result).responderPublicKey)
  channel.addKey(topic, { symKey })
  const settling = sessions.awaitSettlement(topic)
  // Wanted from now on, over losses of the socket too: what it answers changes nothing here.
  relay.subscribe([topic]).catch(() => undefined)
  try {
    const incoming = await settling
    const way = incoming.relay ?? relay
    try {
      const self = { publicKey: record.publicKey, metadata }
      const made = { topic, symKey, pairingTopic: record.topic, relay: relay.url, responder, self }
      const session = await keepSession(parts, readSettlement(incoming.params, made))
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
    throw error
  }
}

/** Kept before the wallet hears that it holds: a page that dies in between finds it again. */
async function keepSession({ ground, sessions, record }: Parts, made: SessionRecord): Promise<RemoteSession> {
  await ground.keep.change((kept) => ({
    ...kept,
    pairings: kept.pairings.filter(({ topic }) => topic !== record.topic),
    sessions: [...kept.sessions.filter(({ topic }) => topic !== made.topic), made],
  }))
  const opened = sessions.open(made)
  if (!opened) throw new LatchkeyError('session-settlement-failed', { reason: 'an unknown relay' })
  return opened.remote
}

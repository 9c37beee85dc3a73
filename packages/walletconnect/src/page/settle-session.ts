import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Answer, Incoming } from '../channel.ts'
import type { Hex32, SessionRecord } from '../contract.ts'
import { agree } from '../crypto/agree.ts'
import { isHex32 } from '../crypto/bytes.ts'
import { topicOf } from '../crypto/topic.ts'
import type { AgreedSession, Outcome, SettlementContext } from './outcome.ts'
import { fieldsOf } from './read-peer.ts'
import { readSettlement } from './read-settlement.ts'

/** Functions of the page's sessions that opening a settled session needs. */
interface SessionSteps {
  /** Waits for the settlement on a topic. Throws `session-settlement-failed` when none arrives. */
  awaitSettlement(topic: Hex32): Promise<Incoming>
  open(record: SessionRecord): { readonly remote: RemoteSession } | undefined
  /** Stops waiting for messages on the topic. */
  abandon(topic: Hex32): void
}

/**
 * Derives the key that the session shares with the wallet that answered, and the session's topic.
 */
export async function deriveSessionKey(
  { record }: SettlementContext,
  { relay, senderPublicKey }: Answer,
  peerPublicKey: unknown,
): Promise<AgreedSession> {
  if (!isHex32(peerPublicKey) || !relay || (senderPublicKey && senderPublicKey !== peerPublicKey))
    throw new LatchkeyError('session-settlement-failed', { reason: 'no key, or not its own' })
  const symKey = await agree(record.privateKey, peerPublicKey)
  return { relay, responder: peerPublicKey, symKey, topic: await topicOf(symKey) }
}

/**
 * Opens the session of a wallet that answered the proposal, after it has settled.
 * @throws `session-settlement-failed` | `session-expired`
 */
export async function settleSession(
  pairingContext: SettlementContext,
  answer: Answer,
  steps: SessionSteps,
): Promise<Outcome> {
  const { ground, record } = pairingContext
  const { channel, metadata } = ground
  const { relay, responder, symKey, topic } = await deriveSessionKey(
    pairingContext,
    answer,
    fieldsOf(answer.result).responderPublicKey,
  )
  channel.addKey(topic, { symKey })
  const settlement = steps.awaitSettlement(topic)
  // The relay is not awaited: the topic is subscribed again on each new socket, so a failed
  // subscription needs no handling here.
  relay.subscribe([topic]).catch(() => undefined)
  try {
    const incoming = await settlement
    const answerRelay = incoming.relay ?? relay
    try {
      const ownPeer = { publicKey: record.publicKey, metadata }
      const sessionParts = {
        topic,
        symKey,
        pairingTopic: record.topic,
        relay: relay.url,
        responder,
        self: ownPeer,
      }
      const session = await keepSession(
        pairingContext,
        readSettlement(incoming.params, sessionParts),
        steps,
      )
      channel.answer({ ...incoming, relay: answerRelay }, { result: true }).catch(() => undefined)
      return { session }
    } catch (error) {
      const settlementError = { code: 7000, message: 'Session settlement failed' }
      channel
        .answer({ ...incoming, relay: answerRelay }, { error: settlementError })
        .catch(() => undefined)
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
 * Stores the session before the settlement is acknowledged, so that a later page finds it even if
 * this page is closed in between.
 */
export async function keepSession(
  { ground, record }: SettlementContext,
  sessionRecord: SessionRecord,
  { open }: Pick<SessionSteps, 'open'>,
): Promise<RemoteSession> {
  await ground.keep.change((storedState) => ({
    ...storedState,
    pairings: storedState.pairings.filter(({ topic }) => topic !== record.topic),
    sessions: [
      ...storedState.sessions.filter(({ topic }) => topic !== sessionRecord.topic),
      sessionRecord,
    ],
  }))
  const openedSession = open(sessionRecord)
  if (!openedSession)
    throw new LatchkeyError('session-settlement-failed', { reason: 'an unknown relay' })
  return openedSession.remote
}

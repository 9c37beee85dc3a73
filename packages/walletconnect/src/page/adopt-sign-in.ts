import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Answer } from '../channel.ts'
import type { SessionRecord } from '../contract.ts'
import type { AgreedSession, Outcome, SettlementContext } from './outcome.ts'
import { readSignIn } from './read-sign-in.ts'

/** Lifetime of a session in milliseconds: a week. Source: WalletConnect sign 2, "Session". */
const lifeMs = 604_800_000

/**
 * Functions that the caller passes in instead of this module importing them, because other
 * handshakes use them too, and a bundler then keeps their code in one file.
 */
interface SessionSteps {
  readPeer(peerValue: unknown): SessionRecord['peer'] | undefined
  keyWith(
    pairingContext: SettlementContext,
    answer: Answer,
    peerPublicKey: unknown,
  ): Promise<AgreedSession>
  keepSession(
    pairingContext: SettlementContext,
    sessionRecord: SessionRecord,
  ): Promise<RemoteSession>
}

/** Opens the session of a one-click sign-in, which has no settlement. */
export async function adoptSignIn(
  pairingContext: SettlementContext,
  answer: Answer,
  steps: SessionSteps,
): Promise<Outcome> {
  const { ground, record, payload } = pairingContext
  const { context, metadata } = ground
  const { cacaos, responder: peerValue } = (answer.result ?? {}) as {
    readonly cacaos?: unknown
    readonly responder?: unknown
  }
  const peer = steps.readPeer(peerValue)
  if (!peer)
    throw new LatchkeyError('session-settlement-failed', { reason: 'the answer names no key' })
  const { relay, responder, symKey, topic } = await steps.keyWith(
    pairingContext,
    answer,
    peer.publicKey,
  )
  const { namespaces, proofs } = readSignIn(cacaos, payload, context.needs)
  const session = await steps.keepSession(pairingContext, {
    topic,
    symKey,
    pairingTopic: record.topic,
    relay: relay.url,
    expiresAt: Date.now() + lifeMs,
    self: { publicKey: record.publicKey, metadata },
    peer,
    controller: responder,
    namespaces,
    masked: [],
    transport: relay.url ? 'relay' : 'link',
  })
  relay.subscribe([topic]).catch(() => undefined)
  return { session, ...(proofs && { proofs }) }
}

import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { Metadata, SessionRecord } from '../contract.ts'
import { agree } from '../crypto/agree.ts'
import { makeKeyPair } from '../crypto/key-pair.ts'
import { topicOf } from '../crypto/topic.ts'
import { checkGrant } from '../namespaces/check-grant.ts'
import type { WalletSide } from '../wallet-contract.ts'
import { forgetPairing, forgetSession } from './forget.ts'
import type { PendingEntry } from './open-wallet-store.ts'
import { findAnswerRoute } from './send.ts'
import type { Wallet } from './wallet.ts'

/** Lifetime of a session in milliseconds: a week. Source: WalletConnect sign 2, "Session". */
export const sessionLifeMs = 604_800_000
const settleTimeoutMs = 300_000

/**
 * Answers the proposal and sends the settlement in one publication. It resolves when the relay has
 * accepted both, because the page may be suspended behind this wallet. If the page refuses the
 * session, or does not acknowledge it for five minutes, the session ends (`session-ended`, reason
 * `peer`).
 * @throws `proposal-unsupported` (the grant lacks something required) | `relay-unreachable`
 */
export async function approveProposal(
  wallet: Wallet,
  pendingProposal: Extract<PendingEntry, { kind: 'proposal' }>,
  grant: Parameters<WalletSide['approve']>[1],
): Promise<SessionRecord> {
  const { id, topic: pairingTopic, proposal, publicKey: peerKey } = pendingProposal
  const namespaces = checkGrant(grant.namespaces, proposal.required)
  const route = findAnswerRoute(wallet, pendingProposal.relay, proposal.metadata)
  if (!('relay' in route))
    throw new LatchkeyError('relay-unreachable', { reason: 'a proposal comes by a relay' })
  const { channel, book } = wallet
  const ownKeys = await makeKeyPair()
  const symKey = await agree(ownKeys.privateKey, peerKey)
  const topic = await topicOf(symKey)
  const session: SessionRecord = {
    topic,
    symKey,
    pairingTopic,
    relay: route.relay.url,
    expiresAt: Date.now() + sessionLifeMs,
    self: { publicKey: ownKeys.publicKey, metadata: wallet.options.metadata },
    peer: { publicKey: peerKey, metadata: proposal.metadata },
    controller: ownKeys.publicKey,
    namespaces,
    masked: [],
    ...(grant.sessionProperties ? { sessionProperties: grant.sessionProperties } : {}),
    ...(grant.scopedProperties ? { scopedProperties: grant.scopedProperties } : {}),
    transport: 'relay',
  }
  channel.addKey(topic, { symKey })
  const settleId = channel.newId()
  const settlementAnswer = channel.expect({
    topic,
    id: settleId,
    expiresAt: Date.now() + settleTimeoutMs,
  })
  settlementAnswer.catch(() => undefined)
  const [response, settlement] = await Promise.all([
    channel.seal(pairingTopic, {
      id,
      jsonrpc: '2.0',
      result: { relay: { protocol: 'irn' }, responderPublicKey: ownKeys.publicKey },
    }),
    channel.seal(topic, settlementOf(session, settleId)),
  ])
  // The session is stored before the publication: the page may send a request right after settling.
  book.sessions.set(topic, session)
  try {
    await route.relay.approve({ pairingTopic, sessionTopic: topic, response, settlement, id })
  } catch (error) {
    // The relay may have accepted the message despite the error, and the page may open the session.
    // A deletion is therefore sent to the page.
    const params = { code: 7000, message: 'Session settlement failed.' }
    channel
      .tell({ relay: route.relay, topic, method: 'wc_sessionDelete', params })
      .catch(() => undefined)
    dropSession(wallet, topic)
    throw error
  }
  wallet.changed()
  wallet.emit({ type: 'session', session })
  settlementAnswer.then(
    () => forgetPairing(wallet, pairingTopic),
    (error: unknown) => {
      // The page refused the session, or did not acknowledge it for five minutes.
      if (!hasCode(error, 'aborted')) forgetSession(wallet, topic, 'peer')
    },
  )
  return session
}

function settlementOf(session: SessionRecord, id: number): unknown {
  const { namespaces, expiresAt, sessionProperties, scopedProperties } = session
  const metadata: Metadata = session.self.metadata
  return {
    id,
    jsonrpc: '2.0',
    method: 'wc_sessionSettle',
    params: {
      relay: { protocol: 'irn' },
      namespaces,
      controller: { publicKey: session.self.publicKey, metadata },
      expiry: Math.floor(expiresAt / 1000),
      ...(sessionProperties ? { sessionProperties } : {}),
      ...(scopedProperties ? { scopedProperties } : {}),
    },
  }
}

/** Removes a session whose creation failed, without an event, because none reported it. */
function dropSession(wallet: Wallet, topic: string): void {
  forgetSession({ ...wallet, emit: () => undefined }, topic, 'self')
}

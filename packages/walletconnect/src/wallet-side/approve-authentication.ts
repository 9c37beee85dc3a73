import { chainOf, LatchkeyError } from '@latchkey/protocol'
import { type Cacao, issuerOf } from '../cacao/cacao.ts'
import { grantOfCacaos } from '../cacao/grant-of-cacaos.ts'
import { statementOf } from '../cacao/sign-in-text.ts'
import type { SessionRecord } from '../contract.ts'
import { agree } from '../crypto/agree.ts'
import { makeKeyPair } from '../crypto/key-pair.ts'
import { topicOf } from '../crypto/topic.ts'
import type { WalletSide } from '../wallet-contract.ts'
import { answerAuthentication } from './answer-authentication.ts'
import { sessionLifeMs } from './approve-proposal.ts'
import { forgetPairing, forgetSession } from './forget.ts'
import type { PendingEntry } from './open-wallet-store.ts'
import { findAnswerRoute } from './send.ts'
import { signInFieldsOf } from './show-pending-entry.ts'
import type { Wallet } from './wallet.ts'

/**
 * Approves a one-click sign-in. No settlement is sent, so page and wallet both compute the session
 * from the signatures.
 * @throws `proposal-unsupported` when a proof is for a chain that was not requested |
 * `relay-unreachable`
 */
export async function approveAuthentication(
  wallet: Wallet,
  pendingRequest: Extract<PendingEntry, { kind: 'authentication' }>,
  proofs: Parameters<WalletSide['authenticate']>[1],
): Promise<SessionRecord> {
  const { topic: pairingTopic, publicKey, metadata, payload, relay: relayUrl } = pendingRequest
  if (
    proofs.length === 0 ||
    !proofs.every(({ account }) => payload.chains.includes(chainOf(account)))
  )
    throw new LatchkeyError('proposal-unsupported', {
      sourceCode: 5103,
      reason: 'proofs are of the chains asked for',
    })
  const fields = signInFieldsOf(payload)
  const statement = statementOf(fields)
  const cacaos: readonly Cacao[] = proofs.map(({ account, signature, kind }) => ({
    h: { t: 'caip122' },
    p: { ...fields, ...(statement === undefined ? {} : { statement }), iss: issuerOf(account) },
    s: { t: kind, s: signature },
  }))
  const ownKeys = await makeKeyPair()
  const symKey = await agree(ownKeys.privateKey, publicKey)
  const topic = await topicOf(symKey)
  const route = findAnswerRoute(wallet, relayUrl, metadata)
  const session: SessionRecord = {
    topic,
    symKey,
    pairingTopic,
    relay: 'relay' in route ? route.relay.url : '',
    expiresAt: Date.now() + sessionLifeMs,
    self: { publicKey: ownKeys.publicKey, metadata: wallet.options.metadata },
    peer: { publicKey, metadata },
    controller: ownKeys.publicKey,
    namespaces: grantOfCacaos(cacaos),
    masked: [],
    transport: 'relay' in route ? 'relay' : 'link',
  }
  wallet.channel.addKey(topic, { symKey })
  wallet.book.sessions.set(topic, session)
  try {
    if ('relay' in route) await route.relay.subscribe([topic])
    const responder = { publicKey: ownKeys.publicKey, metadata: wallet.options.metadata }
    await answerAuthentication(
      wallet,
      pendingRequest,
      { result: { cacaos, responder } },
      { own: ownKeys, symKey },
    )
  } catch (error) {
    forgetSession({ ...wallet, emit: () => undefined }, topic, 'self')
    throw error
  }
  // The topic is subscribed in link mode too, because messages other than the page's requests and
  // their answers go over the relays.
  if ('link' in route)
    for (const relay of wallet.relays) {
      relay.subscribe([topic]).catch(() => undefined)
    }
  wallet.changed()
  forgetPairing(wallet, pairingTopic)
  wallet.emit({ type: 'session', session })
  return session
}

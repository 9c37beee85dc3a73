import type { WireError } from '../channel.ts'
import type { Hex32, Metadata } from '../contract.ts'
import { agree } from '../crypto/agree.ts'
import { type KeyPair, makeKeyPair } from '../crypto/key-pair.ts'
import { topicOf } from '../crypto/topic.ts'
import { findAnswerRoute, sendAnswer } from './send.ts'
import type { Wallet } from './wallet.ts'

interface SignInRequest {
  readonly id: number
  readonly topic: Hex32
  readonly relay?: string
  readonly publicKey: Hex32
  readonly metadata: Metadata
  /** Whether the sign-in is refused without asking the user. */
  readonly isAutomatic?: boolean
}

/**
 * Answers a one-click sign-in on the topic of its requester, in an envelope with a new public key
 * of the wallet.
 */
export async function answerAuthentication(
  wallet: Wallet,
  { id, topic, relay, publicKey, metadata, isAutomatic = false }: SignInRequest,
  outcome: { readonly result: unknown } | { readonly error: WireError },
  keys: { readonly own: KeyPair; readonly symKey: Hex32 },
): Promise<void> {
  const answerTopic = await topicOf(publicKey)
  wallet.channel.addKey(answerTopic, { symKey: keys.symKey, sender: keys.own })
  try {
    await sendAnswer(
      wallet,
      findAnswerRoute(wallet, relay, metadata),
      { topic, id, method: 'wc_sessionAuthenticate', answersOn: answerTopic, isAutomatic },
      outcome,
    )
  } finally {
    wallet.channel.forgetKey(answerTopic)
  }
}

/** Refuses a one-click sign-in with the given error, in an envelope with a new public key. */
export async function refuseAuthentication(
  wallet: Wallet,
  request: SignInRequest,
  error: WireError,
): Promise<void> {
  const ownKeys = await makeKeyPair()
  await answerAuthentication(
    wallet,
    request,
    { error },
    { own: ownKeys, symKey: await agree(ownKeys.privateKey, request.publicKey) },
  )
}

import { type AccountId, chainOf } from '@latchkey/protocol'
import {
  agree,
  type Channel,
  type Hex32,
  type Incoming,
  issuerOf,
  type Metadata,
  makeKeyPair,
  type Relay,
  readAuthPayload,
  signInText,
  statementOf,
  topicOf,
  type WireError,
} from '@latchkey/walletconnect/parts'

/** Answers a one-click sign-in with one signature or an error; returns the session that results. */
export async function answerSignIn(parameters: {
  readonly channel: Channel
  readonly incoming: Incoming
  readonly relay: Relay
  readonly metadata: Metadata
  readonly accounts: readonly AccountId[]
  readonly signIn?: ((text: string, account: AccountId) => string | Promise<string>) | undefined
  readonly error?: WireError
}): Promise<{ topic: Hex32; symKey: Hex32 } | undefined> {
  const { channel, incoming, relay, metadata, accounts, signIn, error } = parameters
  const { authPayload, requester } = incoming.params as {
    authPayload: unknown
    requester: { publicKey: Hex32 }
  }
  const ownKeys = await makeKeyPair()
  const symKey = await agree(ownKeys.privateKey, requester.publicKey)
  const [topic, answersOn] = await Promise.all([topicOf(symKey), topicOf(requester.publicKey)])
  const sendOutcome = async (
    outcome: { readonly result: unknown } | { readonly error: WireError },
  ): Promise<void> => {
    channel.addKey(answersOn, { symKey, sender: ownKeys })
    await channel.answer({ ...incoming, relay, answersOn }, outcome)
    channel.forgetKey(answersOn)
  }
  const payload = readAuthPayload(authPayload)
  const account = accounts.find((candidate) => payload?.chains.includes(chainOf(candidate)))
  if (error || !payload || !account || !signIn) {
    await sendOutcome({ error: error ?? { code: 5100, message: 'Unsupported chains' } })
    return undefined
  }
  const { type: _type, chains: _chains, ...fields } = payload
  const signature = await signIn(signInText(account, fields), account)
  const statement = statementOf(fields)
  const cacaoPayload = {
    ...fields,
    ...(statement === undefined ? {} : { statement }),
    iss: issuerOf(account),
  }
  channel.addKey(topic, { symKey })
  const cacaos = [{ h: { t: 'caip122' }, p: cacaoPayload, s: { t: 'eip191', s: signature } }]
  await sendOutcome({ result: { cacaos, responder: { publicKey: ownKeys.publicKey, metadata } } })
  return { topic, symKey }
}

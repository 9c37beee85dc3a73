import type { Proof } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { answersPayload } from '../cacao/auth-payload.ts'
import { accountOfIssuer, type Cacao, readCacao } from '../cacao/cacao.ts'
import { grantOfCacaos } from '../cacao/grant-of-cacaos.ts'
import { signInText } from '../cacao/sign-in-text.ts'
import type { SessionRecord } from '../contract.ts'
import { type Agreed, keepSession, type Outcome, type Parts } from './await-outcome.ts'
import { fieldsOf, readPeer } from './read-peer.ts'
import { defaultLifeMs } from './read-settlement.ts'

const mostCacaos = 64

/**
 * The session and the proofs of a one-click sign-in: nobody settles, both sides draw it from the same signed texts.
 * Whether the signatures are true is for the owner's server to say.
 * @throws `session-settlement-failed` when something else was signed than was asked for
 */
export async function adoptSignIn(parts: Parts & Agreed): Promise<Outcome> {
  const { ground, record, payload, relay, responder, result, symKey, topic } = parts
  const { cacaos, responder: said } = fieldsOf(result)
  const peer = readPeer(said)
  const given: readonly unknown[] = Array.isArray(cacaos) ? cacaos.slice(0, mostCacaos) : []
  const signed = given.map(readCacao).filter((cacao): cacao is Cacao => cacao !== undefined)
  const isAsked = signed.length > 0 && signed.every((cacao) => !payload || answersPayload(cacao, payload))
  if (!peer || signed.length !== given.length || !isAsked)
    throw new LatchkeyError('session-settlement-failed', { reason: 'something else was signed than was asked for' })
  const session = await keepSession(parts, {
    topic,
    symKey,
    pairingTopic: record.topic,
    relay: relay.url,
    expiresAt: Date.now() + defaultLifeMs,
    self: { publicKey: record.publicKey, metadata: ground.metadata },
    peer,
    controller: responder,
    namespaces: withMethods(grantOfCacaos(signed), ground.context.needs),
    masked: [],
    transport: 'relay',
  })
  relay.subscribe([topic]).catch(() => undefined)
  // A page that only resumes the pairing has lost what it asked for: it asks for one more signature.
  return payload ? { session, proofs: signed.flatMap(proofOf) } : { session }
}

function proofOf({ p, s }: Cacao): readonly Proof[] {
  const account = accountOfIssuer(p.iss)
  return account ? [{ account, message: signInText(account, p), signature: s.s }] : []
}

/** A wallet without recaps says nothing of methods; then it gets to judge each request. */
function withMethods(
  granted: SessionRecord['namespaces'],
  needs: Parts['ground']['context']['needs'],
): SessionRecord['namespaces'] {
  return Object.fromEntries(
    Object.entries(granted).map(([namespace, entry]) => [
      namespace,
      { ...entry, methods: entry.methods.length ? entry.methods : (needs[namespace]?.methods ?? []) },
    ]),
  )
}

import type { Proof, TransportContext } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { type AuthPayload, answersPayload } from '../cacao/auth-payload.ts'
import { accountOfIssuer, type Cacao, readCacao } from '../cacao/cacao.ts'
import { grantOfCacaos } from '../cacao/grant-of-cacaos.ts'
import { signInText } from '../cacao/sign-in-text.ts'
import type { SessionRecord } from '../contract.ts'

const mostCacaos = 64

/**
 * What a one-click sign-in grants and proves: nobody settles, both sides draw it from the same
 * signed texts. Whether the signatures are true is for the owner's server to say.
 * @param payload what was asked; unknown on a page that only resumes the pairing, which then proves
 *   nothing
 * @throws `session-settlement-failed` when something else was signed than was asked for
 */
export function readSignIn(
  cacaos: unknown,
  payload: AuthPayload | undefined,
  needs: TransportContext['needs'],
): { readonly namespaces: SessionRecord['namespaces']; readonly proofs?: readonly Proof[] } {
  const given: readonly unknown[] = Array.isArray(cacaos) ? cacaos.slice(0, mostCacaos) : []
  const signed = given.map(readCacao).filter((cacao): cacao is Cacao => cacao !== undefined)
  const isAsked =
    signed.length > 0 && signed.every((cacao) => !payload || answersPayload(cacao, payload))
  if (signed.length !== given.length || !isAsked)
    throw new LatchkeyError('session-settlement-failed', {
      reason: 'something else was signed than was asked for',
    })
  const namespaces = withMethods(grantOfCacaos(signed), needs)
  return payload ? { namespaces, proofs: signed.flatMap(proofOf) } : { namespaces }
}

function proofOf({ p, s }: Cacao): readonly Proof[] {
  const account = accountOfIssuer(p.iss)
  return account ? [{ account, message: signInText(account, p), signature: s.s }] : []
}

/** A wallet without recaps says nothing of methods; then it gets to judge each request. */
function withMethods(
  granted: SessionRecord['namespaces'],
  needs: TransportContext['needs'],
): SessionRecord['namespaces'] {
  return Object.fromEntries(
    Object.entries(granted).map(([namespace, entry]) => [
      namespace,
      {
        ...entry,
        methods: entry.methods.length ? entry.methods : (needs[namespace]?.methods ?? []),
      },
    ]),
  )
}

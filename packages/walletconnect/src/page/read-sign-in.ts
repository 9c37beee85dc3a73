import type { Proof, TransportContext } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { type AuthPayload, answersPayload } from '../cacao/auth-payload.ts'
import { accountOfIssuer, type Cacao, readCacao } from '../cacao/cacao.ts'
import { grantOfCacaos } from '../cacao/grant-of-cacaos.ts'
import { signInText } from '../cacao/sign-in-text.ts'
import type { SessionRecord } from '../contract.ts'

const maxCacaos = 64

/**
 * Reads what the wallet granted, with the proofs of its accounts, from the texts (CACAOs) that it
 * signed in a one-click sign-in. No settlement follows, so page and wallet each derive the session
 * from these texts. The site's server must verify the signatures.
 * @param payload - what the page asked the wallet to sign. A page that resumed the pairing does not
 * know it; the result then has no proofs.
 * @throws `session-settlement-failed` when the signed text differs from the requested one
 */
export function readSignIn(
  cacaos: unknown,
  payload: AuthPayload | undefined,
  needs: TransportContext['needs'],
): { readonly namespaces: SessionRecord['namespaces']; readonly proofs?: readonly Proof[] } {
  const cacaoList: readonly unknown[] = Array.isArray(cacaos) ? cacaos.slice(0, maxCacaos) : []
  const validCacaos = cacaoList
    .map(readCacao)
    .filter((cacao): cacao is Cacao => cacao !== undefined)
  const answersRequest =
    validCacaos.length > 0 &&
    validCacaos.every((cacao) => !payload || answersPayload(cacao, payload))
  if (validCacaos.length !== cacaoList.length || !answersRequest)
    throw new LatchkeyError('session-settlement-failed', {
      reason: 'something else was signed than was asked for',
    })
  const namespaces = fillMissingMethods(grantOfCacaos(validCacaos), needs)
  return payload ? { namespaces, proofs: validCacaos.flatMap(proofsOfCacao) } : { namespaces }
}

function proofsOfCacao({ p, s }: Cacao): readonly Proof[] {
  const account = accountOfIssuer(p.iss)
  return account ? [{ account, message: signInText(account, p), signature: s.s }] : []
}

/**
 * A wallet without recaps names no methods; all requested ones are then assumed, and the wallet
 * decides on each request.
 */
function fillMissingMethods(
  grantedNamespaces: SessionRecord['namespaces'],
  needs: TransportContext['needs'],
): SessionRecord['namespaces'] {
  return Object.fromEntries(
    Object.entries(grantedNamespaces).map(([namespace, entry]) => [
      namespace,
      {
        ...entry,
        methods: entry.methods.length ? entry.methods : (needs[namespace]?.methods ?? []),
      },
    ]),
  )
}

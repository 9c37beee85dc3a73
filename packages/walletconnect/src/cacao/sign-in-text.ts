import { signInMessage } from '@latchkey/core'
import { type AccountId, namespaceOf } from '@latchkey/protocol'
import type { SignInFields } from './cacao.ts'
import { recapOfResources, recapStatement } from './recap.ts'

// Name of each chain family in the signed text (CAIP-122, namespace profiles).
const familyNames: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

/**
 * The text that an account signs; the recap's sentence is appended to the statement unless it is
 * there already. Source: CAIP-122, EIP-4361, EIP-5573.
 * @throws `sign-in-failed` when a field contains a line break
 */
export function signInText(account: AccountId, fields: SignInFields): string {
  const { domain, aud, nonce, iat, exp, nbf, requestId, resources } = fields
  const statement = statementOf(fields)
  const family = familyNames[namespaceOf(account)] ?? namespaceOf(account)
  return signInMessage(
    account,
    {
      domain,
      uri: aud,
      nonce,
      issuedAt: iat,
      ...(statement === undefined ? {} : { statement }),
      ...(exp === undefined ? {} : { expirationTime: exp }),
      ...(nbf === undefined ? {} : { notBefore: nbf }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(resources === undefined ? {} : { resources }),
    },
    family,
  )
}

/** The statement followed by the recap's sentence. */
export function statementOf({ statement, resources }: SignInFields): string | undefined {
  const recap = recapOfResources(resources)
  if (!recap) return statement
  const sentence = recapStatement(recap)
  if (statement?.includes(sentence)) return statement
  return statement ? `${statement} ${sentence}` : sentence
}

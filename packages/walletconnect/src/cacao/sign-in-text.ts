import { signInMessage } from '@latchkey/core'
import { type AccountId, namespaceOf } from '@latchkey/protocol'
import type { SignInFields } from './cacao.ts'
import { recapOf, recapStatement } from './recap.ts'

// The word of the text for the family of an account; it is part of what is signed (CAIP-122,
// profiles of namespaces).
const families: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

/**
 * The text an account signs; the sentence of a recap joins the statement where it is not in it yet.
 * Source: CAIP-122, EIP-4361, EIP-5573.
 * @throws `sign-in-failed` when a field would break the lines
 */
export function signInText(account: AccountId, fields: SignInFields): string {
  const { domain, aud, nonce, iat, exp, nbf, requestId, resources } = fields
  const statement = statementOf(fields)
  const family = families[namespaceOf(account)] ?? namespaceOf(account)
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

/** The statement with the sentence of the recap. */
export function statementOf({ statement, resources }: SignInFields): string | undefined {
  const recap = recapOf(resources)
  if (!recap) return statement
  const sentence = recapStatement(recap)
  if (statement?.includes(sentence)) return statement
  return statement ? `${statement} ${sentence}` : sentence
}

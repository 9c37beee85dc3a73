import { type AccountId, addressOf, chainOf, referenceOf } from '@latchkey/protocol'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import { refuseWith } from '../machine/adapter-of.ts'

/**
 * Builds the text of a sign-in (CAIP-122; on eip155 byte for byte EIP-4361).
 * @param family the adapter's name of the chain family: "Ethereum"
 * @throws `sign-in-failed` when a required field of the challenge is missing or invalid, or any
 * field contains a line break
 */
export function signInMessage(
  account: AccountId,
  challenge: SignInChallenge,
  family: string,
): string {
  const {
    domain,
    uri,
    nonce,
    statement,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  } = challenge
  for (const field of [
    domain,
    uri,
    nonce,
    statement,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    ...(resources ?? []),
  ]) {
    if (field !== undefined && (typeof field !== 'string' || /[\r\n]/.test(field)))
      refuseWith('sign-in-failed', 'bad challenge')
  }
  // The pattern alone would accept a missing nonce, because it would be tested as the text
  // "undefined".
  if (!domain || !uri || !issuedAt || !/^[a-zA-Z0-9]{8,}$/.test(nonce ?? ''))
    refuseWith('sign-in-failed', 'bad challenge')
  const formatLine = (name: string, value: string | undefined): string =>
    value === undefined ? '' : `\n${name}: ${value}`
  return (
    `${domain} wants you to sign in with your ${family} account:\n${addressOf(account)}\n\n` +
    `${statement === undefined ? '' : `${statement}\n`}\nURI: ${uri}\nVersion: 1\n` +
    `Chain ID: ${referenceOf(chainOf(account))}\nNonce: ${nonce}\nIssued At: ${issuedAt}` +
    formatLine('Expiration Time', expirationTime) +
    formatLine('Not Before', notBefore) +
    formatLine('Request ID', requestId) +
    (resources?.length
      ? `\nResources:${resources.map((resource) => `\n- ${resource}`).join('')}`
      : '')
  )
}

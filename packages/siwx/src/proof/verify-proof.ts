import type { AccountId } from '@latchkey/protocol'
import type { SiwxRules } from '../create-siwx.ts'
import { refuse } from '../errors/siwx-error.ts'
import { readAccount } from '../families/read-account.ts'
import type { Signer } from '../families/verify-eip155.ts'
import { findSigner } from '../families/verify-signature.ts'
import { checkMessage } from '../message/check-message.ts'
import { parseMessage } from '../message/parse-message.ts'
import { hashToken } from './random.ts'

/** Signatures of contract accounts are long: they may hold what deploys the contract. */
const longestSignature = 100_000

/** What a wallet signed; all of it as it came. */
export interface SiwxProof {
  /** CAIP-10. */
  readonly account: unknown
  readonly message: unknown
  /** Hex on eip155 and stacks, base58 on solana, base64 on bip122. */
  readonly signature: unknown
}

/**
 * Verifies a proof: the text is the challenge of its nonce, which is used up by this, whatever comes
 * out; and the account has signed it.
 * @param browser the browser's cookie, where challenges are bound to it
 * @returns the account, as sessions spell it
 * @throws a `SiwxError` that says what is wrong
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * const signedIn = await verifyProof(siwx, { account, message: '…', signature: '…' })
 */
export async function verifyProof(
  siwx: SiwxRules,
  proof: SiwxProof,
  browser?: string,
): Promise<AccountId> {
  return (await proveAccount(siwx, proof, browser)).account
}

/** The same, with what has signed. */
export async function proveAccount(
  siwx: SiwxRules,
  proof: SiwxProof,
  browser: string | undefined,
): Promise<{ readonly account: AccountId; readonly signer: Signer }> {
  const account = readAccount(proof.account, siwx.chains)
  const { message: text, signature } = proof
  if (typeof text !== 'string' || typeof signature !== 'string')
    refuse('request-invalid', 'message and signature are texts')
  if (signature.length > longestSignature) refuse('sign-in-signature-invalid')
  const message = parseMessage(text)
  // Before anything is verified: of two proofs at the same time only one gets the challenge.
  const stored = await siwx.store.takeNonce(message.nonce)
  if (!stored) return refuse('sign-in-nonce-unknown')
  if (stored.browser !== undefined && (!browser || hashToken(browser) !== stored.browser))
    refuse('sign-in-browser-mismatch')
  if (stored.account !== undefined && stored.account !== account) refuse('sign-in-account-mismatch')
  const { domain, clockSkewMs } = siwx
  const isConnecting = stored.account === undefined
  const expected = { account, challenge: stored.challenge, isConnecting }
  checkMessage(message, expected, { domain, clockSkewMs, now: siwx.now() })
  const signer = await findSigner({ account, message: text, signature }, siwx.rpc)
  return signer ? { account, signer } : refuse('sign-in-signature-invalid')
}

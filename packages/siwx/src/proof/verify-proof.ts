import type { AccountId } from '@latchkey/protocol'
import type { SiwxRules } from '../create-rules.ts'
import { refuse } from '../errors/siwx-error.ts'
import { readAccount } from '../families/read-account.ts'
import type { Signer } from '../families/verify-eip155.ts'
import { findSigner } from '../families/verify-signature.ts'
import { checkMessage } from '../message/check-message.ts'
import { parseMessage } from '../message/parse-message.ts'
import { hashToken } from './random.ts'

/**
 * The greatest length of a signature, in characters. Signatures of contract accounts can hold the
 * bytecode that deploys the contract.
 */
const longestSignature = 100_000

/** What the client sends after a wallet has signed; every field is still unchecked. */
export interface SiwxProof {
  /** CAIP-10 id of the account. */
  readonly account: unknown
  readonly message: unknown
  /** The signature: hex on eip155 and stacks, base58 on solana, base64 on bip122. */
  readonly signature: unknown
}

/**
 * Verifies a proof: its text must be the challenge that its nonce belongs to, and the account must
 * have signed that text. The challenge is used up, whatever the outcome.
 * @param browser value of the browser's cookie, when challenges are bound to browsers
 * @returns the account id in the spelling in which sessions keep it
 * @throws `SiwxError` with the code of the first check that failed
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

/**
 * Verifies a proof as `verifyProof` does, and also returns whether the key or the contract of the
 * account signed.
 */
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
  // The challenge is taken before anything is verified, so that only one of two simultaneous proofs
  // gets it.
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

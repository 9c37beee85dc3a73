import { inWords, LatchkeyError, type Namespace } from '@latchkey/protocol'
import type { Proof } from '../contract/session.ts'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import { toError, toFailure } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { note } from '../machine/note.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { askWallet, getActiveWallet } from '../wallet/ask-wallet.ts'
import { askChallenge } from './ask-challenge.ts'
import { signInMessage } from './sign-in-message.ts'
import { checkSignature, signMessage } from './sign-message.ts'

/**
 * Proves the connected account to the owner's server: fetches a challenge, lets the wallet sign it,
 * and waits until the server has verified it.
 * @throws `config-invalid` without `signIn` | `not-connected` | `user-rejected` |
 *   `authentication-failed` | `sign-in-failed` | what `signMessage` throws
 */
export function signIn(kit: Kit, parameters: signIn.Parameters = {}): Promise<Proof> {
  return inWords(runSignIn(kit, parameters))
}

async function runSignIn(
  kit: Kit,
  { namespace: requestedNamespace, signal }: signIn.Parameters,
): Promise<Proof> {
  const signInPort = kit.options.signIn
  if (!signInPort)
    throw new LatchkeyError('config-invalid', {
      reason: 'signIn: none',
      fix: 'pass signIn to createKit',
    })
  const namespace = requestedNamespace ?? kit.getState().namespace
  const activeWallet = getActiveWallet(kit, namespace)
  const account = activeWallet.session.selected
  const askProof = async (): Promise<Proof> => {
    const challenge = await askChallenge(signInPort)
    const message = signInMessage(account, challenge, adapterOf(kit, namespace).name)
    const { signIn: signInWithWallet } = activeWallet.connector.features
    const proof = signInWithWallet
      ? await askWallet(kit, activeWallet, signal, (innerSignal) =>
          signInWithWallet({ account, challenge, signal: innerSignal }),
        ).catch((cause) => {
          throw toError(kit, [namespace], cause, { unknown: 'sign-in-failed' })
        })
      : { message, ...(await signMessage(kit, { message, account, signal })) }
    return checkProof(proof, account, challenge.nonce)
  }
  const proof = await askProof().catch((cause) => {
    const error = toError(kit, [namespace], cause, { unknown: 'sign-in-failed' })
    note(kit, { type: 'sign-in-failed', account, error: toFailure(error) })
    throw error
  })
  return verifyProof(kit, proof)
}

export declare namespace signIn {
  type Parameters = {
    /** Namespace of the account that signs in; default the shown namespace. */
    readonly namespace?: Namespace | undefined
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * Checks the proof of a wallet that builds the text of the sign-in itself: it must be by this
 * account, and its text must contain the challenge's nonce.
 */
function checkProof(proof: Proof, account: string, nonce: string): Proof {
  const isExpectedProof =
    proof?.account === account && typeof proof.message === 'string' && proof.message.includes(nonce)
  if (!isExpectedProof) refuseWith('wallet-answer-invalid', 'a proof of something else')
  return {
    account: proof.account,
    message: proof.message,
    signature: checkSignature(proof.signature),
  }
}

/**
 * Lets the owner's server verify a proof.
 * @throws `sign-in-failed`
 */
export async function verifyProof(kit: Kit, proof: Proof): Promise<Proof> {
  const namespace = proof.account.slice(0, proof.account.indexOf(':'))
  try {
    await kit.options.signIn?.verify(proof)
  } catch (cause) {
    const error = new LatchkeyError('sign-in-failed', { reason: 'refused by the server', cause })
    note(kit, { type: 'sign-in-failed', account: proof.account, error: toFailure(error) })
    throw error
  }
  if (!readOwnField(kit.getState().active, namespace)) refuseWith('wallet-disconnected')
  note(kit, { type: 'signed-in', account: proof.account })
  return proof
}

import { inWords, type Namespace, namespaceOf } from '@latchkey/protocol'
import type { Proof } from '../contract/session.ts'
import type { SignInSession } from '../contract/sign-in-provider.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import { toError, toFailure } from '../machine/failure.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { note } from '../machine/note.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { askWallet, getActiveWallet } from '../wallet/ask-wallet.ts'
import { askVerdict, signInOptionsOf } from './ask-server.ts'
import { followSignIn, isOfSession } from './follow-sign-in.ts'
import { runPrepareSignIn, type SignInRequest } from './prepare-sign-in.ts'
import { checkSignature, runSignMessage } from './sign-message.ts'

/**
 * The number of the newest sign-in of a kit. An older one that fails later must not end the newer
 * one's question.
 */
const runsOf: (kit: Kit) => { latest: number } = perKit(() => ({ latest: 0 }))

/**
 * Proves to the owner's server that the visitor controls the connected account: fetches a
 * challenge, lets the wallet sign it, and waits until the server has verified the signature. The
 * session is then in `State.signIn`.
 * @throws `config-invalid` without `signIn` and without a gateway | `not-connected` |
 *   `user-rejected` | `authentication-failed` | `sign-in-failed` | what `signMessage` throws
 *
 * @example
 * ```ts
 * import { signIn } from '@latchkey/core'
 *
 * const { accounts, expiresAt } = await signIn(kit)
 * ```
 */
export function signIn(kit: Kit, parameters: signIn.Parameters = {}): Promise<SignInSession> {
  return inWords(runSignIn(kit, parameters))
}

async function runSignIn(
  kit: Kit,
  { namespace: requestedNamespace, request: preparedRequest, signal }: signIn.Parameters,
): Promise<SignInSession> {
  signInOptionsOf(kit)
  void followSignIn(kit)
  const namespace = preparedRequest
    ? namespaceOf(preparedRequest.account)
    : (requestedNamespace ?? kit.getState().namespace)
  const { account } = preparedRequest ?? {
    account: getActiveWallet(kit, namespace).session.selected,
  }
  const runs = runsOf(kit)
  const run = ++runs.latest
  kit[inside].dispatch({ type: 'sign-in-asked', account, isInWallet: true })
  try {
    const request = preparedRequest ?? (await runPrepareSignIn(kit, { namespace }))
    return await finishProof(kit, await askProof(kit, request, signal))
  } catch (cause) {
    const error = toError(kit, [namespace], cause, { unknown: 'sign-in-failed' })
    note(kit, { type: 'sign-in-failed', account, error: toFailure(error) })
    if (run === runs.latest) kit[inside].dispatch({ type: 'sign-in-dropped' })
    throw error
  }
}

/**
 * Lets the wallet sign a prepared sign-in. The text that is signed is exactly the one that was
 * shown.
 */
async function askProof(
  kit: Kit,
  { account, message, challenge }: SignInRequest,
  signal: AbortSignal | undefined,
): Promise<Proof> {
  const namespace = namespaceOf(account)
  const activeWallet = getActiveWallet(kit, namespace)
  if (activeWallet.session.selected !== account) refuseWith('account-missing', account)
  const { signIn: signInWithWallet } = activeWallet.connector.features
  if (!challenge || !signInWithWallet)
    return {
      message,
      ...(await runSignMessage(kit, { message, account, isSignIn: true, signal })),
    }
  const proof = await askWallet(kit, activeWallet, signal, (innerSignal) =>
    signInWithWallet({ account, challenge, signal: innerSignal }),
  )
  if (proof?.account !== account || proof.message !== message)
    refuseWith('wallet-answer-invalid', 'a proof of something else')
  return { account, message, signature: checkSignature(proof.signature) }
}

export declare namespace signIn {
  type Parameters = {
    /** Chain family of the account that signs in; default: the one that the page shows. */
    readonly namespace?: Namespace | undefined
    /** The result of `prepareSignIn`; by default a new one is prepared. */
    readonly request?: SignInRequest | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = SignInSession
}

/**
 * Lets the owner's server verify a proof, and puts the new session into the state.
 * @throws `sign-in-failed` | `wallet-disconnected` when the wallet was disconnected meanwhile
 */
export async function finishProof(kit: Kit, proof: Proof): Promise<SignInSession> {
  const { provider } = signInOptionsOf(kit)
  const session = await askVerdict(provider, proof)
  if (!isOfSession(kit, session, proof.account))
    refuseWith('sign-in-failed', 'the server answered the session of another account')
  if (!readOwnField(kit.getState().active, namespaceOf(proof.account))) {
    // The wallet was disconnected meanwhile, so the new session is of no use.
    provider.signOut().catch(() => undefined)
    refuseWith('wallet-disconnected')
  }
  kit[inside].dispatch({ type: 'signed-in', session, isResumed: false })
  note(kit, { type: 'signed-in', account: proof.account })
  return session
}

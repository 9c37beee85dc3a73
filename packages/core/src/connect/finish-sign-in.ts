import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import type { Connector } from '../contract/connector.ts'
import type { Grant, Proof } from '../contract/session.ts'
import { getConnection } from '../machine/get-connection.ts'
import { heldNamespaces } from '../machine/held.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import {
  endSession,
  followSignIn,
  isOfSession,
  isSignInOff,
  selectedIn,
  sendSignOut,
} from '../sign/follow-sign-in.ts'
import { finishProof, signIn } from '../sign/sign-in.ts'
import { checkSignature } from '../sign/sign-message.ts'
import { forgetChallenge, type SignInMode } from './connect-challenge.ts'

/**
 * Signs in after a connect, in a kit with a sign-in. A proof that came with the grant is verified
 * by the server. Nothing is asked when the server still has a session for the visitor. Otherwise
 * the wallet is asked for one signature, or with `one-prompt` the state becomes `asking`, and the
 * page or the dialog has to ask.
 */
export async function finishSignIn(
  kit: Kit,
  {
    connector,
    grant,
    mode,
    signal,
  }: {
    readonly connector: Connector
    readonly grant: Grant | undefined
    readonly mode: SignInMode
    readonly signal: AbortSignal | undefined
  },
): Promise<void> {
  const isChecked = followSignIn(kit)
  if (mode === false) return
  forgetChallenge(kit, connector.id)
  const account = accountToSignIn(kit, connector)
  if (account === undefined) return
  const ask = (isInWallet: boolean): void =>
    kit[inside].dispatch({ type: 'sign-in-asked', account, isInWallet })
  const proof = proofOf(grant)
  if (proof) {
    ask(true)
    const isDone = await verify(kit, connector, proof, mode)
    if (isDone) return
  } else {
    await isChecked
    if (hasSession(kit, account) || isSignInOff(kit)) return
  }
  const isOfVault = connector.auth !== undefined
  try {
    // The vault shows the sign-in text itself, so a view of the dialog before it would be one
    // prompt too many.
    if (mode === true || isOfVault) await signIn(kit, { namespace: namespaceOf(account), signal })
    else ask(false)
  } catch (error) {
    if (mode === 'one-prompt') {
      if (selectedIn(kit.getState(), namespaceOf(account)) !== undefined) ask(false)
      return
    }
    endIfRequired(kit, connector)
    throw error
  }
}

/**
 * Asks the connected visitor to sign in where the page has no `signIn` option, but the operator of
 * its gateway has switched the sign-in on. A visitor whose session the gateway still has is not
 * asked.
 */
export async function askForGateway(kit: Kit): Promise<void> {
  if (kit.options.signIn) return
  await followSignIn(kit)
  const account = selectedIn(kit.getState(), kit.getState().namespace)
  if (account === undefined || kit.getState().signIn.status !== 'signed-out' || isSignInOff(kit))
    return
  kit[inside].dispatch({ type: 'sign-in-asked', account, isInWallet: false })
}

/**
 * Returns the account of a connection that signs in: its account in the chain family that the page
 * shows, or, if it has none there, its account in the first of its chain families.
 */
function accountToSignIn(kit: Kit, { id }: Connector): AccountId | undefined {
  const namespaces = heldNamespaces(getConnection(kit, { connector: id }))
  const { namespace: shown } = kit.getState()
  const namespace = namespaces.includes(shown) ? shown : namespaces[0]
  return namespace === undefined ? undefined : selectedIn(kit.getState(), namespace)
}

/** The proof that came with a grant, if its account is among those that the grant shares. */
function proofOf(grant: Grant | undefined): Proof | undefined {
  return grant?.proofs?.find(
    ({ account, message }) =>
      typeof message === 'string' &&
      // Only addresses are compared, because a wallet may sign for the chain that was asked for
      // while it is on another one.
      grant.sessions.some(({ namespace, accounts }) =>
        accounts.some(
          (one) =>
            namespace === namespaceOf(account) && addressOf(one.account) === addressOf(account),
        ),
      ),
  )
}

/**
 * Lets the server verify the proof that came with a grant. With `one-prompt` it returns false when
 * the server refuses the proof, and the visitor is then asked to sign in.
 */
async function verify(
  kit: Kit,
  connector: Connector,
  proof: Proof,
  mode: SignInMode,
): Promise<boolean> {
  try {
    await finishProof(kit, { ...proof, signature: checkSignature(proof.signature) })
    return true
  } catch (error) {
    if (mode === false || mode === 'one-prompt') return false
    kit[inside].dispatch({ type: 'sign-in-dropped' })
    endIfRequired(kit, connector)
    throw error
  }
}

/**
 * Whether the server's session is to be kept: it names the connected account, or a wallet of the
 * session's chain family is connected. Any other session is ended.
 */
function hasSession(kit: Kit, account: AccountId): boolean {
  const { signIn: state } = kit.getState()
  if (state.status !== 'signed-in') return false
  const [first] = state.session.accounts
  if (isOfSession(kit, state.session, account)) return true
  if (first && selectedIn(kit.getState(), namespaceOf(first)) !== undefined) return true
  void sendSignOut(kit)
  endSession(kit, 'account-changed')
  return false
}

/** Disconnects a wallet whose sign-in failed, when the site owner requires a sign-in. */
function endIfRequired(kit: Kit, connector: Connector): void {
  if (!kit.options.signIn?.required) return
  kit[inside].dispatch({ type: 'disconnected', connector: connector.id })
  connector.disconnect().catch(() => undefined)
}

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
 * What follows a connect in a kit with a sign-in: a proof that came with the grant is verified; a
 * visitor whose session the server still knows is asked nothing; anybody else is asked for one
 * signature, or with `one-prompt` the state says that somebody has to ask for it.
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
    // The vault shows the text itself, so that a view before it would be one prompt too many.
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
 * Has the connected visitor asked to sign in where the page says nothing of it, but the operator of
 * its gateway has switched the sign-in on. Nobody is asked whom the gateway still knows.
 */
export async function askForGateway(kit: Kit): Promise<void> {
  if (kit.options.signIn) return
  await followSignIn(kit)
  const account = selectedIn(kit.getState(), kit.getState().namespace)
  if (account === undefined || kit.getState().signIn.status !== 'signed-out' || isSignInOff(kit))
    return
  kit[inside].dispatch({ type: 'sign-in-asked', account, isInWallet: false })
}

/** The account of a connection that signs in: that of the shown family if it is one of them. */
function accountToSignIn(kit: Kit, { id }: Connector): AccountId | undefined {
  const namespaces = heldNamespaces(getConnection(kit, { connector: id }))
  const { namespace: shown } = kit.getState()
  const namespace = namespaces.includes(shown) ? shown : namespaces[0]
  return namespace === undefined ? undefined : selectedIn(kit.getState(), namespace)
}

/** The proof of a grant, when it is of an account that the grant shares. */
function proofOf(grant: Grant | undefined): Proof | undefined {
  return grant?.proofs?.find(
    ({ account, message }) =>
      typeof message === 'string' &&
      // A wallet may sign for the wanted chain while it shows another one.
      grant.sessions.some(({ namespace, accounts }) =>
        accounts.some(
          (one) =>
            namespace === namespaceOf(account) && addressOf(one.account) === addressOf(account),
        ),
      ),
  )
}

/** Whether the server has accepted the proof; with `one-prompt` a refusal leads to a question. */
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
 * Whether the server's session is of the connected account, or of one that another wallet shows. A
 * session of anybody else is ended.
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

/** Where a sign-in is required, whoever is not signed in is not connected either. */
function endIfRequired(kit: Kit, connector: Connector): void {
  if (!kit.options.signIn?.required) return
  kit[inside].dispatch({ type: 'disconnected', connector: connector.id })
  connector.disconnect().catch(() => undefined)
}

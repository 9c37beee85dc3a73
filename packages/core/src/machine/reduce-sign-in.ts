import type { SignInEvent } from './event.ts'
import type { SignInState, State } from './state.ts'

/** The pure reducer of the sign-in. It returns the same object when nothing changed. */
export function reduceSignIn(state: State, event: SignInEvent): State {
  const signIn = advanceSignIn(state.signIn, event)
  return signIn === state.signIn ? state : { ...state, signIn }
}

/**
 * Returns the next state of the sign-in. A visitor who is signed in is neither checked nor asked:
 * the session must end first, so that its end is an event of its own.
 */
export function advanceSignIn(signIn: SignInState, event: SignInEvent): SignInState {
  const { status } = signIn
  switch (event.type) {
    case 'sign-in-checking':
      return status === 'signed-out' ? { status: 'checking' } : signIn
    case 'sign-in-asked':
      return status === 'signed-in' || isSameQuestion(signIn, event)
        ? signIn
        : { status: 'asking', account: event.account, isInWallet: event.isInWallet }
    case 'sign-in-dropped':
      return status === 'checking' || status === 'asking' ? { status: 'signed-out' } : signIn
    case 'signed-in':
      return { status: 'signed-in', session: event.session }
    case 'signed-out':
      return status === 'signed-in' ? { status: 'signed-out' } : signIn
  }
}

function isSameQuestion(
  signIn: SignInState,
  { account, isInWallet }: Extract<SignInEvent, { type: 'sign-in-asked' }>,
): boolean {
  return (
    signIn.status === 'asking' && signIn.account === account && signIn.isInWallet === isInWallet
  )
}

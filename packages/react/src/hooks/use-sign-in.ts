import { signIn } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Signs the visitor in to the owner's server with the connected wallet: `run()`.
 *
 * @example
 * const signIn = useSignIn()
 * const session = useSession()
 * if (session.status === 'signed-in') return <p>{session.session.accounts[0]}</p>
 * return <button onClick={() => signIn.run()}>Sign in</button>
 */
export function useSignIn(): Action<typeof signIn> {
  return useAction(signIn)
}

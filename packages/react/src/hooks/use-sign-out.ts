import { signOut } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Signs the visitor out of the owner's server; the wallet stays connected: `run()`.
 *
 * @example
 * const signOut = useSignOut()
 * return <button onClick={() => signOut.run()}>Sign out</button>
 */
export function useSignOut(): Action<typeof signOut> {
  return useAction(signOut)
}

import { signIn } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Signs in with the wallet at the owner's server: `run()`. */
export function useSignIn(): Action<typeof signIn> {
  return useAction(signIn)
}

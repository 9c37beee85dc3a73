import { signIn } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Signs in to the owner's server with the wallet: `run()`. */
export function useSignIn(): Action<typeof signIn> {
  return useAction(signIn)
}

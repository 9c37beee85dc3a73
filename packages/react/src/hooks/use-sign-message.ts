import { signMessage } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Asks the wallet to sign a text: `run({ message })`. */
export function useSignMessage(): Action<typeof signMessage> {
  return useAction(signMessage)
}

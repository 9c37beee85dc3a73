import { signMessage } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Asks for a signature of a text: `run({ message })`. */
export function useSignMessage(): Action<typeof signMessage> {
  return useAction(signMessage)
}

import { signMessage } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Asks the connected wallet to sign a text: `run({ message })` or `run({ message, namespace })`.
 */
export function useSignMessage(): Action<typeof signMessage> {
  return useAction(signMessage)
}

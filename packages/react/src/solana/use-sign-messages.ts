import { signMessages } from '@latchkey/solana'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to sign messages, one prompt each: `run({ messages })`. For a single message
 * there is `useSignMessage` of `@latchkey/react`.
 *
 * @example
 * const { state, run } = useSignMessages()
 * const sign = () => run({ messages: ['Hello', 'again'] })
 */
export function useSignMessages(): Action<typeof signMessages> {
  return useAction(signMessages)
}

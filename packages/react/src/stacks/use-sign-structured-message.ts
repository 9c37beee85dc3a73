import { signStructuredMessage } from '@latchkey/stacks'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to sign a structured message (SIP-018): `run({ message, domain })`.
 *
 * @example
 * const { state, run } = useSignStructuredMessage()
 * const sign = () =>
 *   run({ message: clarity.uint(7n), domain: { name: 'Shop', version: '1.0.0' } })
 */
export function useSignStructuredMessage(): Action<typeof signStructuredMessage> {
  return useAction(signStructuredMessage)
}

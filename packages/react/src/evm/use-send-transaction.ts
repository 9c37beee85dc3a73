import { sendTransaction } from '@latchkey/evm'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to send one transaction: `run({ to, value, data })`, value in wei. A second `run`
 * never aborts the first.
 *
 * @example
 * import { useSendTransaction } from '@latchkey/react/evm'
 *
 * const { state, run } = useSendTransaction()
 * const pay = () => run({ to: receiver, value: 10n ** 16n })
 */
export function useSendTransaction(): Action<typeof sendTransaction> {
  return useAction(sendTransaction, { abortsSuperseded: false })
}

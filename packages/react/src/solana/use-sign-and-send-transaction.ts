import { signAndSendTransaction } from '@latchkey/solana'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to sign and send a transaction: `run({ transaction })`, in base64. A second `run`
 * never aborts the first.
 *
 * @example
 * const { state, run } = useSignAndSendTransaction()
 * const pay = () => run({ transaction: unsigned })
 */
export function useSignAndSendTransaction(): Action<typeof signAndSendTransaction> {
  return useAction(signAndSendTransaction, { abortsSuperseded: false })
}

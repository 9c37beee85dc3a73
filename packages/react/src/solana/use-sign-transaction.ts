import { signTransaction } from '@latchkey/solana'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to sign a transaction, and sends nothing: `run({ transaction })`, in base64.
 *
 * @example
 * const { state, run } = useSignTransaction()
 * const sign = () => run({ transaction: unsigned })
 */
export function useSignTransaction(): Action<typeof signTransaction> {
  return useAction(signTransaction)
}

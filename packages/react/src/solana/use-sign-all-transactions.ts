import { signAllTransactions } from '@latchkey/solana'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to sign up to 20 transactions, in one prompt if the wallet can:
 * `run({ transactions })`, in base64.
 *
 * @example
 * const { state, run } = useSignAllTransactions()
 * const sign = () => run({ transactions: [unsigned, another] })
 */
export function useSignAllTransactions(): Action<typeof signAllTransactions> {
  return useAction(signAllTransactions)
}

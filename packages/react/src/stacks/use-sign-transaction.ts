import { signTransaction } from '@latchkey/stacks'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to sign a transaction: `run({ transaction, broadcast })`, with the serialised
 * transaction in hex. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useSignTransaction()
 * const sign = () => run({ transaction: unsigned })
 */
export function useSignTransaction(): Action<typeof signTransaction> {
  return useAction(signTransaction, { abortsSuperseded: false })
}

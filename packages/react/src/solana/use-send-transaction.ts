import { sendTransaction } from '@latchkey/solana'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Sends a transaction that is already signed to the kit's nodes, without asking a wallet:
 * `run({ transaction })`, in base64. A second `run` never aborts the first.
 *
 * @example
 * const sign = useSignTransaction()
 * const { state, run } = useSendTransaction()
 * const send = () => sign.state.status === 'done' && run(sign.state.value)
 */
export function useSendTransaction(): Action<typeof sendTransaction> {
  return useAction(sendTransaction, { abortsSuperseded: false })
}

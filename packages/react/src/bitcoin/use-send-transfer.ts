import { sendTransfer } from '@latchkey/bitcoin'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Sends BTC: `run({ to, amount })`, or `run({ recipients })` to several receivers; amounts are in
 * satoshi. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useSendTransfer()
 * const pay = () => run({ to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 10_000n })
 */
export function useSendTransfer(): Action<typeof sendTransfer> {
  return useAction(sendTransfer, { abortsSuperseded: false })
}

import { sendCalls } from '@latchkey/evm'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to send several calls as one batch (EIP-5792): `run({ calls })`. With
 * `allowsFallback`, a wallet that cannot send batches sends them as single transactions.
 * `useCallsStatus` follows the batch. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useSendCalls()
 * const pay = () => run({ calls: [{ to: receiver, value: 1n }], allowsFallback: true })
 * const { data: batch } = useCallsStatus({ id: state.status === 'done' ? state.value.id : undefined })
 */
export function useSendCalls(): Action<typeof sendCalls> {
  return useAction(sendCalls, { abortsSuperseded: false })
}

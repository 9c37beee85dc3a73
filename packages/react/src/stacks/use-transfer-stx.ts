import { transferStx } from '@latchkey/stacks'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Sends STX: `run({ to, amount, memo })`, in micro-STX. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useTransferStx()
 * const to = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE'
 * const pay = () => run({ to, amount: 1_000_000n, memo: 'order 7' })
 */
export function useTransferStx(): Action<typeof transferStx> {
  return useAction(transferStx, { abortsSuperseded: false })
}

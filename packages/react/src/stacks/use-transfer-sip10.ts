import { transferSip10 } from '@latchkey/stacks'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Sends a SIP-10 token: `run({ to, asset, amount })`, in base units of the token. A second `run`
 * never aborts the first.
 *
 * @example
 * const { state, run } = useTransferSip10()
 * const contract = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.token'
 * const pay = () =>
 *   run({ to: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE', asset: `${contract}::latch`, amount: 5n })
 */
export function useTransferSip10(): Action<typeof transferSip10> {
  return useAction(transferSip10, { abortsSuperseded: false })
}

import { transferSip9 } from '@latchkey/stacks'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Sends a SIP-9 collectible: `run({ to, asset, id })`. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useTransferSip9()
 * const asset = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.doors::door'
 * const give = () =>
 *   run({ to: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE', asset, id: clarity.uint(7n) })
 */
export function useTransferSip9(): Action<typeof transferSip9> {
  return useAction(transferSip9, { abortsSuperseded: false })
}

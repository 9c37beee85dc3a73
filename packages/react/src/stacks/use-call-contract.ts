import { callContract } from '@latchkey/stacks'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Calls a public function of a contract: `run({ contract, functionName, functionArgs })`. A second
 * `run` never aborts the first.
 *
 * @example
 * const { state, run } = useCallContract()
 * const contract = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.market'
 * const buy = () => run({ contract, functionName: 'buy', functionArgs: [clarity.uint(7n)] })
 */
export function useCallContract(): Action<typeof callContract> {
  return useAction(callContract, { abortsSuperseded: false })
}

import { deployContract } from '@latchkey/stacks'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Deploys a contract: `run({ name, clarityCode })`. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useDeployContract()
 * const deploy = () => run({ name: 'door', clarityCode: '(define-read-only (answer) u42)' })
 */
export function useDeployContract(): Action<typeof deployContract> {
  return useAction(deployContract, { abortsSuperseded: false })
}

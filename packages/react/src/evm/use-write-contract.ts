import type { sendTransaction } from '@latchkey/evm'
import { writeContract } from '@latchkey/evm/provider'
import type { Abi, ContractFunctionArgs, ContractFunctionName } from 'viem'
import { type Action, type Outcome, useAction } from '../hooks/use-action.ts'

type Writing = 'nonpayable' | 'payable'

export declare namespace useWriteContract {
  interface ReturnType extends Omit<Action<typeof writeContract>, 'run'> {
    /**
     * Starts the action. The ABI gives the types of the function and its arguments. The promise
     * never rejects.
     */
    readonly run: <
      const abi extends Abi | readonly unknown[],
      functionName extends ContractFunctionName<abi, Writing>,
      const args extends ContractFunctionArgs<abi, Writing, functionName>,
    >(
      parameters: writeContract.Parameters<abi, functionName, args>,
    ) => Promise<Outcome<sendTransaction.ReturnType>>
  }
}

/**
 * Asks the wallet to send a transaction that calls a function of a contract:
 * `run({ address, abi, functionName, args })`. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useWriteContract()
 * const pay = () =>
 *   run({ address: token, abi: erc20Abi, functionName: 'transfer', args: [receiver, 1_000_000n] })
 */
export function useWriteContract(): useWriteContract.ReturnType {
  const action = useAction(writeContract, { abortsSuperseded: false })
  return action as unknown as useWriteContract.ReturnType
}

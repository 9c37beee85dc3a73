import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  EncodeFunctionDataParameters,
} from 'viem'
import { sendTransaction } from './send-transaction.ts'
import { toLatchkeyError } from './to-latchkey-error.ts'

type Writing = 'nonpayable' | 'payable'

/**
 * Asks the wallet to send a transaction that calls a function of a contract. The ABI gives the
 * types of the function's name and arguments.
 * @throws what `sendTransaction` throws; `unknown` with viem's reason when the arguments do not fit
 *   the ABI
 *
 * @example
 * const { hash } = await writeContract(kit, {
 *   address: token,
 *   abi: erc20Abi,
 *   functionName: 'transfer',
 *   args: [receiver, 1_000_000n],
 * })
 */
export function writeContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, Writing>,
  const args extends ContractFunctionArgs<abi, Writing, functionName>,
>(
  kit: Kit,
  parameters: writeContract.Parameters<abi, functionName, args>,
): Promise<sendTransaction.ReturnType> {
  return inWords(runWriteContract(kit, parameters))
}

async function runWriteContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, Writing>,
  const args extends ContractFunctionArgs<abi, Writing, functionName>,
>(
  kit: Kit,
  parameters: writeContract.Parameters<abi, functionName, args>,
): Promise<sendTransaction.ReturnType> {
  const { abi, address, functionName, args, ...transaction } = parameters
  const { encodeCall } = await import('../clients/encode-call.ts')
  let data: `0x${string}`
  try {
    data = encodeCall({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
  } catch (error) {
    throw toLatchkeyError(error)
  }
  return sendTransaction(kit, { ...transaction, to: address, data })
}

export declare namespace writeContract {
  type Parameters<
    abi extends Abi | readonly unknown[] = Abi,
    functionName extends ContractFunctionName<abi, Writing> = ContractFunctionName<abi, Writing>,
    args extends ContractFunctionArgs<abi, Writing, functionName> = ContractFunctionArgs<
      abi,
      Writing,
      functionName
    >,
  > = Omit<sendTransaction.Parameters, 'to' | 'data'> & {
    /** Address of the contract to call. */
    readonly address: `0x${string}`
    readonly functionName: functionName
  } & EncodeFunctionDataParameters<abi, functionName> & {
      readonly args?: args | undefined
    }
}

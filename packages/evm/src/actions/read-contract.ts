import type { Kit } from '@latchkey/core'
import { type ChainId, inWords } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ReadContractParameters,
  ReadContractReturnType,
} from 'viem'
import { getPublicClient } from '../clients/get-public-client.ts'
import { toLatchkeyError } from './to-latchkey-error.ts'

/**
 * Calls a function of a contract that changes nothing, and decodes the result. The ABI gives the
 * types of the function's name, arguments and result.
 * @throws `chain-unsupported`, `read-unavailable`, `execution-reverted` with the contract's own
 *   reason, `aborted`, or what the node's error means
 *
 * @example
 * const balance = await readContract(kit, {
 *   chain: 'eip155:1',
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   abi: erc20Abi,
 *   functionName: 'balanceOf',
 *   args: [owner],
 * })
 */
export function readContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'pure' | 'view'>,
  const args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName>,
>(
  kit: Kit,
  parameters: readContract.Parameters<abi, functionName, args>,
): Promise<ReadContractReturnType<abi, functionName, args>> {
  return inWords(runReadContract(kit, parameters))
}

async function runReadContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'pure' | 'view'>,
  const args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName>,
>(
  kit: Kit,
  { chain, signal, ...call }: readContract.Parameters<abi, functionName, args>,
): Promise<ReadContractReturnType<abi, functionName, args>> {
  try {
    const client = await getPublicClient(kit, { chain })
    return await race(
      () => client.readContract(call as unknown as ReadContractParameters<abi, functionName, args>),
      signal,
    )
  } catch (error) {
    throw toLatchkeyError(error)
  }
}

export declare namespace readContract {
  /**
   * Parameters of viem's `readContract` (address, ABI, function, arguments, block), and the chain
   * to read.
   */
  type Parameters<
    abi extends Abi | readonly unknown[] = Abi,
    functionName extends ContractFunctionName<abi, 'pure' | 'view'> = ContractFunctionName<
      abi,
      'pure' | 'view'
    >,
    args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName> = ContractFunctionArgs<
      abi,
      'pure' | 'view',
      functionName
    >,
  > = ReadContractParameters<abi, functionName, args> & {
    /**
     * CAIP-2 id of one of the kit's chains. Default: the wallet's present chain or, while no wallet
     * is connected, the chain that the visitor chose.
     */
    readonly chain?: ChainId | undefined
    readonly signal?: AbortSignal | undefined
  }
}

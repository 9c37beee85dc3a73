import { readContract } from '@latchkey/evm/provider'
import type { LatchkeyError } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ReadContractReturnType } from 'viem'
import { useAccount } from '../hooks/use-account.ts'
import { type EvmQueryOptions, useEvmQuery } from './use-evm-query.ts'

type Reading = 'pure' | 'view'

export declare namespace useReadContract {
  /** Parameters of `readContract`; nothing is read while `address` is undefined. */
  type Parameters<
    abi extends Abi | readonly unknown[] = Abi,
    functionName extends ContractFunctionName<abi, Reading> = ContractFunctionName<abi, Reading>,
    args extends ContractFunctionArgs<abi, Reading, functionName> = ContractFunctionArgs<
      abi,
      Reading,
      functionName
    >,
  > = Omit<readContract.Parameters<abi, functionName, args>, 'address' | 'signal'> & {
    /** Address of the contract; undefined while it is not known. */
    readonly address: `0x${string}` | undefined
    /** Milliseconds for which the answer counts as fresh; default 0. */
    readonly staleTimeMs?: number | undefined
  } & EvmQueryOptions
}

/**
 * Calls a function of a contract that changes nothing. The ABI gives the types of the function's
 * name, its arguments and the result in `data`. The result is read again when a parameter changes
 * or, without `chain`, when the wallet's chain changes.
 *
 * @example
 * const { data: balance, error } = useReadContract({
 *   address: token,
 *   abi: erc20Abi,
 *   functionName: 'balanceOf',
 *   args: [owner],
 * })
 */
export function useReadContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, Reading>,
  const args extends ContractFunctionArgs<abi, Reading, functionName>,
>(
  parameters: useReadContract.Parameters<abi, functionName, args>,
): UseQueryResult<ReadContractReturnType<abi, functionName, args>, LatchkeyError> {
  const { chain: presentChain } = useAccount({ namespace: 'eip155' })
  const {
    client,
    refetchIntervalMs,
    staleTimeMs = 0,
    ...call
  } = parameters as unknown as useReadContract.Parameters
  const { abi, chain = presentChain, ...keyed } = call
  const isReady = call.address !== undefined
  return useEvmQuery(
    isReady
      ? {
          key: ['read-contract', chain, keyed, partsOfFunction(abi, call.functionName)],
          read: (kit, { signal }) =>
            readContract(kit, {
              ...call,
              chain,
              signal,
            } as unknown as readContract.Parameters<abi, functionName, args>),
          staleTime: staleTimeMs,
        }
      : null,
    { client, refetchIntervalMs },
  )
}

/**
 * The part of the ABI on which the result depends: the functions with this name, which may differ
 * in their types. The rest of the ABI does not matter.
 */
function partsOfFunction(abi: Abi | readonly unknown[], name: string): readonly unknown[] {
  return abi.filter((part) => (part as { readonly name?: unknown } | null)?.name === name)
}

import { waitForTransaction } from '@latchkey/evm/provider'
import type { LatchkeyError } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAccount } from '../hooks/use-account.ts'
import { type EvmQueryOptions, useEvmQuery } from './use-evm-query.ts'

type Receipt = Awaited<ReturnType<typeof waitForTransaction>>

export declare namespace useWaitForTransaction {
  /** Parameters of `waitForTransaction`. Nothing happens while `hash` is undefined. */
  type Parameters = Omit<waitForTransaction.Parameters, 'hash' | 'signal'> & {
    /** Hash of the transaction: 32 bytes in hex. */
    readonly hash: `0x${string}` | undefined
  } & Pick<EvmQueryOptions, 'client'>
}

/**
 * Waits until a transaction is in a block; `data` is its receipt, whose `status` says whether it
 * `reverted`.
 *
 * @example
 * import { useSendTransaction, useWaitForTransaction } from '@latchkey/react/evm'
 *
 * const { state, run } = useSendTransaction()
 * const hash = state.status === 'done' ? state.value.hash : undefined
 * const { data: receipt, isFetching } = useWaitForTransaction({ hash })
 */
export function useWaitForTransaction(
  parameters: useWaitForTransaction.Parameters,
): UseQueryResult<Receipt, LatchkeyError> {
  const { chain: presentChain } = useAccount({ namespace: 'eip155' })
  const { hash, chain = presentChain, confirmations, timeoutMs, client } = parameters
  return useEvmQuery<Receipt>(
    hash
      ? {
          key: ['wait-for-transaction', chain, hash, confirmations],
          read: (kit, { signal }) =>
            waitForTransaction(kit, { hash, chain, confirmations, timeoutMs, signal }),
          staleTime: Number.POSITIVE_INFINITY,
        }
      : null,
    { client },
  )
}

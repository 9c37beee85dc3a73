import { getWalletClient } from '@latchkey/evm/provider'
import type { LatchkeyError } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAccount } from '../hooks/use-account.ts'
import { type EvmQueryOptions, useEvmQuery } from './use-evm-query.ts'

export declare namespace useWalletClient {
  type Parameters = Pick<EvmQueryOptions, 'client'>
  type ReturnType = UseQueryResult<getWalletClient.ReturnType, LatchkeyError>
}

/**
 * Returns, as `data`, a viem `WalletClient` of the connected wallet: a new client after each change
 * of account or chain, and none while no wallet is connected. viem's code is loaded with the first
 * client.
 *
 * @example
 * const { data: wallet } = useWalletClient()
 * const sign = () => wallet?.signMessage({ message: 'Hello' })
 */
export function useWalletClient({
  client,
}: useWalletClient.Parameters = {}): useWalletClient.ReturnType {
  const { account, chain } = useAccount({ namespace: 'eip155' })
  return useEvmQuery(
    account
      ? {
          key: ['wallet-client', account, chain],
          read: (kit) => getWalletClient(kit),
          staleTime: Number.POSITIVE_INFINITY,
        }
      : null,
    { client, keepsEqualParts: false },
  )
}

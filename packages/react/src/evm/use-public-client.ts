import { getPublicClient } from '@latchkey/evm/provider'
import type { LatchkeyError } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAccount } from '../hooks/use-account.ts'
import { type EvmQueryOptions, useEvmQuery } from './use-evm-query.ts'

export declare namespace usePublicClient {
  type Parameters = getPublicClient.Parameters & Pick<EvmQueryOptions, 'client'>
  type ReturnType = UseQueryResult<getPublicClient.ReturnType, LatchkeyError>
}

/**
 * Returns, as `data`, a viem `PublicClient` whose reads go where the kit's own reads go. viem's
 * code is loaded with the first client. The error is `chain-unsupported` for a chain that the kit
 * does not have.
 *
 * @example
 * const { data: chain } = usePublicClient({ chain: 'eip155:1' })
 * const read = () => chain?.getBlockNumber()
 */
export function usePublicClient(
  parameters: usePublicClient.Parameters = {},
): usePublicClient.ReturnType {
  const { chain: presentChain } = useAccount({ namespace: 'eip155' })
  const { chain = presentChain, client } = parameters
  return useEvmQuery(
    {
      key: ['public-client', chain],
      read: (kit) => getPublicClient(kit, { chain }),
      staleTime: Number.POSITIVE_INFINITY,
    },
    { client, keepsEqualParts: false },
  )
}

import { type CapabilitiesByChain, getCapabilities } from '@latchkey/evm'
import type { LatchkeyError } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAccount } from '../hooks/use-account.ts'
import { type EvmQueryOptions, useEvmQuery } from './use-evm-query.ts'

/**
 * Milliseconds for which capabilities count as fresh. It is short, because an upgrade of the
 * account changes them.
 */
const freshMs = 60_000

export declare namespace useCapabilities {
  type Parameters = Omit<getCapabilities.Parameters, 'signal'> & EvmQueryOptions
}

/**
 * What the connected wallet can do on each chain (EIP-5792); the result counts as fresh for a
 * minute. Nothing is requested while no wallet is connected.
 *
 * @example
 * const { data: byChain } = useCapabilities({ chains: ['eip155:8453'] })
 * const isAtomic = byChain?.['eip155:8453']?.atomic?.status === 'supported'
 */
export function useCapabilities(
  parameters: useCapabilities.Parameters = {},
): UseQueryResult<CapabilitiesByChain, LatchkeyError> {
  const { account: selected } = useAccount({ namespace: 'eip155' })
  const { account = selected, chains, client, refetchIntervalMs } = parameters
  return useEvmQuery<CapabilitiesByChain>(
    selected && account
      ? {
          key: ['capabilities', selected, account, chains],
          read: (kit, { signal }) => getCapabilities(kit, { account, chains, signal }),
          staleTime: freshMs,
        }
      : null,
    { client, refetchIntervalMs },
  )
}

import type { Session } from '@latchkey/core'
import { accountId, type ChainId } from '@latchkey/protocol'

/**
 * What a wallet that keeps one present chain has granted; its first account is the one it shows.
 */
export function sessionOf(addresses: readonly string[], chain: ChainId): Session {
  const accounts = addresses.map((address) => ({
    account: accountId(chain, address),
    type: 'eoa' as const,
  }))
  return {
    namespace: 'eip155',
    chains: [],
    accounts,
    selected: accountId(chain, addresses[0] ?? ''),
  }
}

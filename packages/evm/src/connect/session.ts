import type { Session } from '@latchkey/core'
import { accountId, type ChainId } from '@latchkey/protocol'

/**
 * Makes the session of a wallet that has one present chain; the wallet's first account is selected.
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

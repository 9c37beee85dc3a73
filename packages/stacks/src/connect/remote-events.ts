import type { RemoteSession } from '@latchkey/core'
import { type AccountId, accountId, type ChainId } from '@latchkey/protocol'
import { readAddresses, type WalletAddress } from '@latchkey/wbip/request'

/** Reads the granted chain from an event: as CAIP-2, or by its chain id alone. */
export function chainOfEvent(
  data: unknown,
  grantedChains: readonly ChainId[],
): ChainId | undefined {
  const chainText = typeof data === 'number' || typeof data === 'string' ? String(data) : ''
  return grantedChains.find((chain) => chain === chainText || chain === `stacks:${chainText}`)
}

/**
 * Reads accounts from an event: a list of addresses, each without a prefix, as CAIP-10, or in an
 * object; not validated yet.
 */
export function accountsOfEvent(data: unknown, chain: ChainId): readonly AccountId[] {
  if (!Array.isArray(data)) return []
  return data.slice(0, 100).flatMap((item: unknown) => {
    const accountText =
      typeof item === 'string' ? item : (item as { address?: unknown } | null)?.address
    if (typeof accountText !== 'string' || accountText.length > 200) return []
    return [accountId(chain, accountText.slice(accountText.lastIndexOf(':') + 1))]
  })
}

/** Reads the addresses from the session's properties: a JSON list, untrusted like any answer. */
export function addressesOfSession(session: RemoteSession): readonly WalletAddress[] {
  const addressesText = session.properties?.stacks_getAddresses
  if (typeof addressesText !== 'string' || addressesText.length > 65_536) return []
  try {
    return readAddresses({ addresses: JSON.parse(addressesText) as unknown }) ?? []
  } catch {
    return []
  }
}

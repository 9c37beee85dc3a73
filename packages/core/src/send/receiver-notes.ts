import type { Adapter } from '../contract/adapter.ts'
import type { TransferNote } from '../contract/reader.ts'

/**
 * Warnings about a receiver, found by comparing it with earlier receivers; addresses have no chain
 * prefix.
 */
export function receiverNotes(
  adapter: Adapter,
  to: string,
  knownAddresses: readonly string[],
): readonly TransferNote[] {
  if (knownAddresses.some((other) => adapter.isAddress(other) && adapter.isSameAddress(other, to)))
    return []
  // Wallets show only the beginning and the end of an address, so a fake address (address
  // poisoning) imitates these parts.
  const addressEndsOf = (address: string): string => {
    const hexDigits = address.replace(/^0x/i, '').toLowerCase()
    return hexDigits.slice(0, 4) + hexDigits.slice(-4)
  }
  return knownAddresses.some((other) => addressEndsOf(other) === addressEndsOf(to))
    ? ['first-time-receiver', 'similar-receiver']
    : ['first-time-receiver']
}

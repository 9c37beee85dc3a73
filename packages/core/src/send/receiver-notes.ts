import type { Adapter } from '../contract/contract.ts'
import type { TransferNote } from '../contract/reader.ts'

/** Warnings about a receiver by comparison with earlier receivers; addresses are bare. */
export function receiverNotes(
  adapter: Adapter,
  to: string,
  known: readonly string[],
): readonly TransferNote[] {
  if (known.some((other) => adapter.isAddress(other) && adapter.isSameAddress(other, to))) return []
  // Wallets shorten addresses to their ends, so address poisoning imitates the ends.
  const endsOf = (address: string): string => {
    const bare = address.replace(/^0x/i, '').toLowerCase()
    return bare.slice(0, 4) + bare.slice(-4)
  }
  return known.some((other) => endsOf(other) === endsOf(to))
    ? ['first-time-receiver', 'similar-receiver']
    : ['first-time-receiver']
}

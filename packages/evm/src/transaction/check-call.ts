import type { Call } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { addHexPrefix, isAddress } from '../encoding/address.ts'
import { isHex } from '../encoding/hex.ts'

/**
 * Checks a call and returns it with `0x` before its address. Throws `receiver-invalid`,
 * `amount-invalid`, `rpc-invalid-params`.
 */
export function checkCall({ to, data, value }: Call): {
  readonly to: `0x${string}`
  readonly data: `0x${string}`
  readonly value: bigint
} {
  if (!isAddress(to)) throw new LatchkeyError('receiver-invalid')
  if (value < 0n || value >= 1n << 256n) throw new LatchkeyError('amount-invalid')
  // Call data may have at most 64 KiB: longer than any real call, and more than a wallet shows.
  if (!isHex(data) || data.length > 131_074)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'the call data is no hex' })
  return { to: addHexPrefix(to), data, value }
}

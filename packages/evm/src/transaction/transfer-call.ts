import type { Transfer } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { tokenAddress } from '../encoding/account.ts'
import { addHexPrefix, isAddress } from '../encoding/address.ts'
import { encodeWord } from '../encoding/hex.ts'

/**
 * Builds the transaction of a transfer: `to`, the value in wei, and for a token the call data of
 * ERC-20 `transfer(address,uint256)`. Throws `receiver-invalid`, `amount-invalid`,
 * `token-address-required`.
 */
export function makeTransferCall(transfer: Pick<Transfer, 'to' | 'amount' | 'asset'>): {
  readonly to: `0x${string}`
  readonly value: bigint
  readonly data?: `0x${string}`
} {
  const { to, amount, asset } = transfer
  if (!isAddress(to)) throw new LatchkeyError('receiver-invalid')
  if (amount <= 0n || amount >= 1n << 256n) throw new LatchkeyError('amount-invalid')
  if (asset.id.includes('/slip44:')) return { to: addHexPrefix(to), value: amount }
  const token = tokenAddress(asset.id)
  if (!token) throw new LatchkeyError('token-address-required', { reason: asset.id })
  return { to: token, value: 0n, data: `0xa9059cbb${encodeWord(to)}${encodeWord(amount)}` }
}

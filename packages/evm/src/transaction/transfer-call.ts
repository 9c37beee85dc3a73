import type { Transfer } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { tokenAddress } from '../encoding/account.ts'
import { addHexPrefix, isAddress } from '../encoding/address.ts'
import { encodeWord, isHex } from '../encoding/hex.ts'

/**
 * Builds the transaction of a transfer: `to`, the value in wei, and for a token the call data of
 * ERC-20 `transfer(address,uint256)`. The bytes of `mark` are appended to the data; a contract
 * reads only its own arguments and ignores them. Throws `receiver-invalid`, `amount-invalid`,
 * `token-address-required`, `rpc-invalid-params`.
 */
export function makeTransferCall(transfer: Pick<Transfer, 'to' | 'amount' | 'asset' | 'mark'>): {
  readonly to: `0x${string}`
  readonly value: bigint
  readonly data?: `0x${string}`
} {
  const { to, amount, asset, mark = '0x' } = transfer
  if (!isAddress(to)) throw new LatchkeyError('receiver-invalid')
  if (amount <= 0n || amount >= 1n << 256n) throw new LatchkeyError('amount-invalid')
  if (!isHex(mark) || mark.length > 66)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'the mark is no hex of 32 bytes' })
  if (asset.id.includes('/slip44:'))
    return { to: addHexPrefix(to), value: amount, ...(mark !== '0x' && { data: mark }) }
  const token = tokenAddress(asset.id)
  if (!token) throw new LatchkeyError('token-address-required', { reason: asset.id })
  const argumentWords = `${encodeWord(to)}${encodeWord(amount)}`
  return { to: token, value: 0n, data: `0xa9059cbb${argumentWords}${mark.slice(2)}` }
}

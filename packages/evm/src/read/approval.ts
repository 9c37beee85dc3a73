import type { Approval, Call } from '@latchkey/core'
import { isAddress, prefixed } from '../address.ts'
import { isHex } from '../hex.ts'

/**
 * What a call would let somebody take, where it is ERC-20 `approve(address,uint256)` and nothing
 * but that; else null.
 */
export function approval({ to, data, value }: Call): Approval | null {
  const [, spender = '', amount = ''] =
    /^0x095ea7b30{24}([\da-f]{40})([\da-f]{64})$/i.exec(data) ?? []
  if (!isAddress(to) || !isHex(data) || !spender || value !== 0n) return null
  return { token: prefixed(to), spender: `0x${spender}`, amount: BigInt(`0x${amount}`) }
}

import { wordOf } from '../encoding/hex.ts'

/** Call data of ERC-20 `balanceOf(address)`. */
export function balanceOf(owner: string): `0x${string}` {
  return `0x70a08231${wordOf(owner)}`
}

/** Call data of ERC-20 `allowance(address,address)`. */
export function allowanceOf(owner: string, spender: string): `0x${string}` {
  return `0xdd62ed3e${wordOf(owner)}${wordOf(spender)}`
}

/** Call data of ERC-20 `decimals()`. */
export const decimalsOf = '0x313ce567' as const

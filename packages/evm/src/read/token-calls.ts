import { encodeWord } from '../encoding/hex.ts'

/** Encodes the call data of ERC-20 `balanceOf(address)`. */
export function balanceOfCallData(owner: string): `0x${string}` {
  return `0x70a08231${encodeWord(owner)}`
}

/** Encodes the call data of ERC-20 `allowance(address,address)`. */
export function allowanceCallData(owner: string, spender: string): `0x${string}` {
  return `0xdd62ed3e${encodeWord(owner)}${encodeWord(spender)}`
}

/** Call data of ERC-20 `decimals()`. */
export const decimalsCallData = '0x313ce567' as const

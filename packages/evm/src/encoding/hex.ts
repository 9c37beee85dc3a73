/** Whether `value` is `0x` and an even number of hex digits. */
export function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
}

/** Whether `value` is a 32-byte hash. */
export function isHash(value: unknown): value is `0x${string}` {
  return isHex(value) && value.length === 66
}

/** Writes bytes as hex with `0x`. */
export function bytesToHex(bytes: Uint8Array): `0x${string}` {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Writes an amount as a JSON-RPC quantity: hex without leading zeros. */
export function encodeQuantity(amount: bigint): `0x${string}` {
  return `0x${amount.toString(16)}`
}

/** Reads a JSON-RPC quantity of at most 256 bits; null for any other value. */
export function readQuantity(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : null
}

/**
 * Reads the first 32-byte word of a contract's answer as a number; null when there is none. Further
 * words are ignored, as in Solidity.
 */
export function readWord(answer: unknown): bigint | null {
  return isHex(answer) && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : null
}

/** Writes an address or an amount as one 32-byte word of call data, without `0x`. */
export function encodeWord(value: string | bigint): string {
  return (
    typeof value === 'bigint' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()
  ).padStart(64, '0')
}

/** Whether `value` is `0x` and an even number of hex digits. */
export function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
}

/** Whether `value` is a 32-byte hash. */
export function isHash(value: unknown): value is `0x${string}` {
  return isHex(value) && value.length === 66
}

/** Hex of bytes. */
export function hexOf(bytes: Uint8Array): `0x${string}` {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Hex quantity as JSON-RPC spells it, without leading zeros. */
export function quantity(amount: bigint): `0x${string}` {
  return `0x${amount.toString(16)}`
}

/** A JSON-RPC quantity of at most 256 bits, or null. */
export function readQuantity(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : null
}

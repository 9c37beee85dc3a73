/** Whether `value` is an object (not a list), whose fields can be read by name. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own field of an object; undefined for inherited ones, such as `constructor`. */
export function ownField(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** Returns `value` when it is a list of at most `maxLength` entries; else null. */
export function listOf(value: unknown, maxLength: number): readonly unknown[] | null {
  return Array.isArray(value) && value.length <= maxLength ? value : null
}

/** Whether `value` is a text in hex with `0x` and an even number of digits. */
export function isHexBytes(value: unknown): value is string {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value)
}

/** Returns an EVM address in lower case; null for anything else. */
export function evmAddress(value: unknown): string | null {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : null
}

/** Reads a number in JSON-RPC's hex form; null for anything else. */
export function parseQuantity(value: unknown): bigint | null {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  return null
}

/** Decodes hex for which `isHexBytes` returned true. */
export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function hexOfBytes(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Decodes base64; null for anything else, or for more than `maxLength` bytes. */
export function base64Bytes(value: unknown, maxLength: number): Uint8Array | null {
  if (
    typeof value !== 'string' ||
    value.length > maxLength * 2 ||
    !/^[A-Za-z0-9+/]*={0,2}$/.test(value)
  )
    return null
  try {
    const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))
    return bytes.length <= maxLength ? bytes : null
  } catch {
    return null
  }
}

/**
 * Writes a request as JSON, cut to `maxLength` characters. It is shown when the vault does not
 * understand the request.
 */
export function rawText(value: unknown, maxLength = 65_536): string {
  try {
    const text = JSON.stringify(value, null, 2) ?? 'undefined'
    return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  } catch {
    return '?'
  }
}

/**
 * A copy of bytes from a wallet, from any realm; null for anything else, or for another length than
 * `length`.
 */
export function readBytes(value: unknown, length?: number): Uint8Array | null {
  if (!ArrayBuffer.isView(value) || value.byteLength > 1_048_576) return null
  if (length !== undefined && value.byteLength !== length) return null
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
}

/** Whether two byte arrays are equal. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

/** Encodes a transaction or message as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Decodes base64 text to at most `limit` bytes; null for anything else. */
export function fromBase64(text: unknown, limit = 4096): Uint8Array | null {
  if (typeof text !== 'string' || text.length > Math.ceil(limit / 3) * 4) return null
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const binary = atob(text)
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

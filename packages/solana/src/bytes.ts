/** A copy of bytes that a wallet answered, of this or another realm; null for anything else, or another length than `length`. */
export function readBytes(value: unknown, length?: number): Uint8Array | null {
  if (!ArrayBuffer.isView(value) || value.byteLength > 1_048_576) return null
  if (length !== undefined && value.byteLength !== length) return null
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
}

/** Whether two byte strings are one. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

/** Base64 of a transaction or message. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

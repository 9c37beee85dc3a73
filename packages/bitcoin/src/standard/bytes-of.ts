/**
 * A copy of bytes from a wallet, from any realm; undefined for anything else, or more than `most`
 * bytes.
 */
export function bytesOf(value: unknown, most: number): Uint8Array | undefined {
  if (!ArrayBuffer.isView(value) || value.byteLength > most) return undefined
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
}

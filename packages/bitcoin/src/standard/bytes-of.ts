/**
 * A copy of bytes from a wallet, even when they were created in another frame; undefined for
 * anything else, or more than `maxLength` bytes.
 */
export function copyWalletBytes(value: unknown, maxLength: number): Uint8Array | undefined {
  if (!ArrayBuffer.isView(value) || value.byteLength > maxLength) return undefined
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes base58 as Bitcoin and multibase `z` do. */
export function toBase58(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) {
    value = value * 256n + BigInt(byte)
  }
  let text = ''
  for (; value > 0n; value /= 58n) {
    text = alphabet.charAt(Number(value % 58n)) + text
  }
  for (const byte of bytes) {
    if (byte !== 0) break
    text = `1${text}`
  }
  return text
}

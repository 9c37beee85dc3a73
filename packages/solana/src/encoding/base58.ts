const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes a key or signature as base58; slow above a few hundred bytes. */
export function base58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let i = 0; i < digits.length; i++) {
      carry += (digits[i] ?? 0) * 256
      digits[i] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) {
      digits.push(carry % 58)
    }
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leadingOnes = '1'.repeat(zeros < 0 ? bytes.length : zeros)
  return (
    leadingOnes +
    digits
      .reverse()
      .map((digit) => alphabet[digit])
      .join('')
  )
}

/** Decodes base58 text of at most `limit` characters to bytes; null for anything else. */
export function fromBase58(text: unknown, limit = 128): Uint8Array | null {
  if (typeof text !== 'string' || text.length > limit) return null
  const bytes: number[] = []
  for (const character of text) {
    let carry = alphabet.indexOf(character)
    if (carry < 0) return null
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * 58
      bytes[i] = carry % 256
      carry = Math.floor(carry / 256)
    }
    for (; carry > 0; carry = Math.floor(carry / 256)) {
      bytes.push(carry % 256)
    }
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes.reverse()])
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes as base58; each leading zero byte becomes a `1`. */
export function toBase58(bytes: Uint8Array): string {
  const leadingZeroCount = bytes.findIndex((byte) => byte !== 0)
  const encoded: string[] = []
  for (
    let remaining = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    remaining > 0n;
    remaining /= 58n
  ) {
    encoded.unshift(alphabet[Number(remaining % 58n)] ?? '')
  }
  return '1'.repeat(leadingZeroCount < 0 ? bytes.length : leadingZeroCount) + encoded.join('')
}

/** Decodes base58; undefined when the text is invalid. */
export function fromBase58(text: string): Uint8Array | undefined {
  const digits = [...text].map((letter) => alphabet.indexOf(letter))
  if (digits.includes(-1)) return undefined
  const leadingZeroCount = digits.findIndex((digit) => digit !== 0)
  const bytes: number[] = []
  for (
    let remaining = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n);
    remaining > 0n;
    remaining /= 256n
  ) {
    bytes.unshift(Number(remaining % 256n))
  }
  return Uint8Array.from([
    ...Array<number>(leadingZeroCount < 0 ? digits.length : leadingZeroCount).fill(0),
    ...bytes,
  ])
}

/**
 * Decodes digits of an alphabet to bytes; each leading zero digit is a zero byte (base58, c32).
 * @returns undefined for another letter, or for more than 128 digits
 */
export function fromDigits(text: string, alphabet: string): Uint8Array | undefined {
  if (text.length > 128) return undefined
  const bytes: number[] = []
  for (const letter of text) {
    let carry = alphabet.indexOf(letter)
    if (carry < 0) return undefined
    for (let at = 0; at < bytes.length; at++) {
      carry += (bytes[at] ?? 0) * alphabet.length
      bytes[at] = carry % 256
      carry = Math.floor(carry / 256)
    }
    for (; carry > 0; carry = Math.floor(carry / 256)) {
      bytes.push(carry % 256)
    }
  }
  const [zero = ''] = alphabet
  const zeros = [...text].findIndex((letter) => letter !== zero)
  return Uint8Array.from([
    ...Array<number>(zeros < 0 ? text.length : zeros).fill(0),
    ...bytes.reverse(),
  ])
}

/** Bitcoin's alphabet. */
export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

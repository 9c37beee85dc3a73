const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const prefix = 'did:key:z'
/** The base58 text of 34 bytes is never longer. */
const maxLength = 48

/**
 * Returns the Ed25519 public key of a `did:key` (multicodec ed 01, base58btc); undefined for any
 * other text.
 */
export function publicKeyOf(did: string): Uint8Array | undefined {
  if (!did.startsWith(prefix)) return undefined
  const bytes = decodeBase58(did.slice(prefix.length))
  return bytes?.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01
    ? bytes.subarray(2)
    : undefined
}

function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > maxLength) return undefined
  const digits = [...text].map((letter) => alphabet.indexOf(letter))
  if (digits.includes(-1)) return undefined
  const value = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n)
  const hex = value.toString(16)
  const zeros = digits.findIndex((digit) => digit !== 0)
  return Buffer.concat([
    Buffer.alloc(zeros < 0 ? digits.length : zeros),
    Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'),
  ])
}

import { twiceHashed } from '@latchkey/wbip/twice-hashed'

const c32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The parts of a Stacks address. */
export interface DecodedAddress {
  readonly version: number
  /** Hash of the key or script, 20 bytes. */
  readonly hash: Uint8Array
}

/** Reads an address (SIP-005: c32check); undefined when its checksum or its spelling is wrong. */
export function readC32(text: string): DecodedAddress | undefined {
  const version = c32Alphabet.indexOf(text.charAt(1))
  if (text.charAt(0) !== 'S' || version < 0 || text.length < 28 || text.length > 41)
    return undefined
  let decodedNumber = 0n
  for (const letter of text.slice(2)) {
    const digit = c32Alphabet.indexOf(letter)
    if (digit < 0) return undefined
    decodedNumber = decodedNumber * 32n + BigInt(digit)
  }
  if (decodedNumber >= 1n << 192n) return undefined
  const bytes = bytesOfNumber(decodedNumber, 24)
  const hash = bytes.slice(0, 20)
  return writeC32({ version, hash }) === text ? { version, hash } : undefined
}

/** Writes an address (SIP-005: c32check). */
export function writeC32({ version, hash }: DecodedAddress): string {
  const bytes = [...hash, ...twiceHashed(Uint8Array.of(version, ...hash)).slice(0, 4)]
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let text = ''
  for (
    let remainingNumber = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    remainingNumber > 0n;
    remainingNumber /= 32n
  ) {
    text = c32Alphabet.charAt(Number(remainingNumber % 32n)) + text
  }
  return `S${c32Alphabet.charAt(version)}${'0'.repeat(zeros < 0 ? bytes.length : zeros)}${text}`
}

function bytesOfNumber(number: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) =>
    Number((number >> BigInt(8 * (size - 1 - i))) & 255n),
  )
}

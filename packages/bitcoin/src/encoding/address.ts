import type { ChainId } from '@latchkey/protocol'
import { twiceHashed } from '@latchkey/wbip/twice-hashed'
import { addressFormOf } from '../chains.ts'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/**
 * Whether `text` is an address of one of these chains with a valid checksum: base58 (P2PKH, P2SH),
 * bech32 and bech32m (BIP-173, BIP-350).
 */
export function isAddressOf(chains: readonly ChainId[], text: unknown): boolean {
  if (typeof text !== 'string' || text.length < 14 || text.length > 90) return false
  const forms = chains.flatMap((chain) => addressFormOf(chain) ?? [])
  if (forms.some(({ prefix }) => isSegwit(text, prefix))) return true
  const version = versionOfBase58(text)
  return forms.some(({ versions }) => versions.includes(version))
}

/** Whether two valid addresses are equal: bech32 may be written in capitals. */
export function isSameAddress(a: string, b: string): boolean {
  return a === b || (/^(bc|tb|bcrt)1/i.test(a) && a.toLowerCase() === b.toLowerCase())
}

/**
 * The version byte of a base58 address, which decodes to 25 bytes; -1 when the checksum or the
 * length is wrong.
 */
function versionOfBase58(text: string): number {
  if (text.length > 35) return -1
  let number = 0n
  for (const letter of text) {
    const digit = base58.indexOf(letter)
    if (digit < 0) return -1
    number = number * 58n + BigInt(digit)
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  const hex = number === 0n ? '' : number.toString(16)
  const evenHex = hex.length % 2 === 1 ? `0${hex}` : hex
  const bytes = [
    ...Array<number>(zeros).fill(0),
    ...Array.from(evenHex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  ]
  if (bytes.length !== 25) return -1
  const expectedChecksum = twiceHashed(Uint8Array.from(bytes.slice(0, 21)))
  return bytes.slice(21).every((byte, i) => byte === expectedChecksum[i]) ? (bytes[0] ?? -1) : -1
}

function isSegwit(text: string, prefix: string): boolean {
  const lowerText = text.toLowerCase()
  if ((text !== lowerText && text !== text.toUpperCase()) || !lowerText.startsWith(`${prefix}1`))
    return false
  const data = Array.from(lowerText.slice(prefix.length + 1), (letter) => bech32.indexOf(letter))
  const [version = -1] = data
  if (data.includes(-1) || data.length < 8 || version > 16) return false
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  let sum = 1
  for (const value of [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...data,
  ]) {
    const highBits = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [i, generator] of bech32Generators.entries()) {
      if ((highBits >> i) & 1) sum ^= generator
    }
  }
  if (sum !== (version === 0 ? 1 : 0x2bc830a3)) return false
  const program = data.slice(1, -6)
  const bits = program.length * 5
  const size = bits >> 3
  // The bits after the last whole byte are padding: there are less than five, and all are zero.
  if (bits % 8 > 4 || ((program.at(-1) ?? 0) & ((1 << (bits % 8)) - 1)) !== 0) return false
  return version === 0 ? size === 20 || size === 32 : size >= 2 && size <= 40
}

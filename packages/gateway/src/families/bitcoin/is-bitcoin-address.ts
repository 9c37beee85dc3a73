import type { ChainId } from '@latchkey/protocol'
import { checksumOf } from '../shared/checksum.ts'
import { base58, fromDigits } from '../shared/from-digits.ts'

/** Address format of a network: the bech32 prefix, and the version bytes of base58. */
interface Form {
  readonly prefix: string
  readonly versions: readonly number[]
}

const tests: readonly number[] = [0x6f, 0xc4]
const forms: Readonly<Record<ChainId, Form>> = {
  'bip122:000000000019d6689c085ae165831e93': { prefix: 'bc', versions: [0x00, 0x05] },
  'bip122:000000000933ea01ad0ee984209779ba': { prefix: 'tb', versions: tests },
  'bip122:00000000da84f2bafbbc53dee25a72ae': { prefix: 'tb', versions: tests },
  'bip122:00000008819873e925422c1ff0f99f7c': { prefix: 'tb', versions: tests },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { prefix: 'bcrt', versions: tests },
}

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/**
 * Whether `text` is an address of `chain`, or of any network: P2PKH and P2SH in base58, bech32
 * (BIP-173), bech32m (BIP-350).
 */
export function isBitcoinAddress(text: string, chain?: ChainId): boolean {
  const own = listForms(chain)
  if (text.length < 14 || text.length > 90) return false
  if (own.some(({ prefix }) => isSegwit(text, prefix))) return true
  const bytes = text.length > 35 ? undefined : fromDigits(text, base58)
  if (bytes?.length !== 25) return false
  const sum = checksumOf(bytes.slice(0, 21))
  return (
    bytes.slice(21).every((byte, at) => byte === sum[at]) &&
    own.some(({ versions }) => versions.includes(bytes[0] as number))
  )
}

function isSegwit(text: string, prefix: string): boolean {
  const small = text.toLowerCase()
  if ((text !== small && text !== text.toUpperCase()) || !small.startsWith(`${prefix}1`))
    return false
  const words = Array.from(small.slice(prefix.length + 1), (letter) => bech32.indexOf(letter))
  const [version = -1] = words
  if (words.includes(-1) || words.length < 8 || version > 16) return false
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]
  if (all.reduce(foldWord, 1) !== (version === 0 ? 1 : 0x2bc830a3)) return false
  const program = words.slice(1, -6)
  const [bits, spare] = [program.length * 5, (program.length * 5) % 8]
  // The remaining bits are padding: fewer than five, all zero.
  if (spare > 4 || ((program.at(-1) ?? 0) & ((1 << spare) - 1)) !== 0) return false
  const size = bits >> 3
  return version === 0 ? size === 20 || size === 32 : size >= 2 && size <= 40
}

function foldWord(sum: number, word: number): number {
  const next = ((sum & 0x1ffffff) << 5) ^ word
  return generators.reduce(
    (all, generator, at) => ((sum >>> (25 + at)) & 1 ? all ^ generator : all),
    next,
  )
}

function listForms(chain: ChainId | undefined): readonly Form[] {
  if (chain === undefined) return Object.values(forms)
  return Object.hasOwn(forms, chain) ? [forms[chain] as Form] : []
}

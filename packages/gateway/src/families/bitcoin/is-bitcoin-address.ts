import type { ChainId } from '@latchkey/protocol'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { sha256 } from '../shared/sha256.ts'

/**
 * How the addresses of a network are written: the bech32 prefix, and the version bytes of base58.
 */
interface AddressForm {
  readonly prefix: string
  readonly versions: readonly number[]
}

const testnetVersions: readonly number[] = [0x6f, 0xc4]
const formsByChain: Readonly<Record<ChainId, AddressForm>> = {
  'bip122:000000000019d6689c085ae165831e93': { prefix: 'bc', versions: [0x00, 0x05] },
  'bip122:000000000933ea01ad0ee984209779ba': { prefix: 'tb', versions: testnetVersions },
  'bip122:00000000da84f2bafbbc53dee25a72ae': { prefix: 'tb', versions: testnetVersions },
  'bip122:00000008819873e925422c1ff0f99f7c': { prefix: 'tb', versions: testnetVersions },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { prefix: 'bcrt', versions: testnetVersions },
}

const base58check = createBase58check(sha256)

/**
 * Whether `text` is an address of `chain`, or of any network: P2PKH and P2SH in base58, bech32
 * (BIP-173), bech32m (BIP-350).
 */
export function isBitcoinAddress(text: string, chain?: ChainId): boolean {
  const chainForms = listForms(chain)
  if (text.length < 14 || text.length > 90) return false
  const prefix = readSegwitPrefix(text)
  if (prefix !== undefined) return chainForms.some((form) => form.prefix === prefix)
  const version = text.length > 35 ? undefined : readVersion(text)
  return version !== undefined && chainForms.some(({ versions }) => versions.includes(version))
}

/** Returns the version byte of a base58 address whose checksum is correct. */
function readVersion(text: string): number | undefined {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 ? bytes[0] : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the prefix of a witness-program address: version 0 in bech32, later versions in bech32m.
 */
function readSegwitPrefix(text: string): string | undefined {
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text)
    const [version = -1, ...words] = decoded?.words ?? []
    if (!decoded || version < 0 || version > 16) continue
    const programSize = coder.fromWordsUnsafe(words)?.length ?? 0
    const isProgramSize =
      version === 0
        ? programSize === 20 || programSize === 32
        : programSize >= 2 && programSize <= 40
    if (isProgramSize && (version === 0) === (coder === bech32)) return decoded.prefix
  }
  return undefined
}

function listForms(chain: ChainId | undefined): readonly AddressForm[] {
  if (chain === undefined) return Object.values(formsByChain)
  return Object.hasOwn(formsByChain, chain) ? [formsByChain[chain] as AddressForm] : []
}

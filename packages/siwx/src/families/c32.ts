import { sha256 } from '@noble/hashes/sha2'
import { utils } from '@scure/base'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const c32 = utils.chain(utils.radix(32), utils.alphabet(alphabet), utils.join(''))
const checksum = utils.checksum(4, (bytes) => sha256(sha256(bytes)))

/** Encodes a Stacks address (SIP-005, c32check) from its version and the hash of a public key. */
export function writeC32(version: number, hash: Uint8Array): string {
  const checked = checksum.encode(Uint8Array.of(version, ...hash))
  return `S${alphabet.charAt(version)}${c32.encode(checked.slice(1))}`
}

/** Decodes a Stacks address (SIP-005, c32check); undefined when its checksum is wrong. */
export function readC32(
  text: string,
): { readonly version: number; readonly hash: Uint8Array } | undefined {
  const version = alphabet.indexOf(text.charAt(1))
  if (!/^S[0-9A-HJKMNP-TV-Z]{27,40}$/.test(text)) return undefined
  try {
    const bytes = c32.decode(text.slice(2))
    if (bytes.length !== 24) return undefined
    return { version, hash: checksum.decode(Uint8Array.of(version, ...bytes)).slice(1) }
  } catch {
    return undefined
  }
}

import type { ChainId } from '@latchkey/protocol'
import { utils } from '@scure/base'
import { sha256 } from '../shared/sha256.ts'

const c32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/**
 * Coder for c32 text: a number in base 32, in which each leading zero digit stands for a zero byte,
 * as in base58.
 */
const c32 = utils.chain(utils.radix(32), utils.alphabet(c32Alphabet), utils.join(''))
/**
 * Coder that appends a checksum to bytes, or verifies it: the first four bytes of their double
 * SHA-256.
 */
const checksumCoder = utils.checksum(4, (bytes) => sha256(sha256(bytes)))
/**
 * The second letter of an address, by network. Each network has two: the first is for addresses of
 * one key, the second for those of several keys (SIP-005).
 */
const networkLetters = { main: 'PM', test: 'TN' }

/**
 * Whether `text` is an address of an account (standard principal) on `chain`, or on any network;
 * its c32check checksum is verified.
 */
export function isStacksAddress(text: string, chain?: ChainId): boolean {
  const allowedLetters =
    chain === undefined
      ? networkLetters.main + networkLetters.test
      : networkLetters[chain === 'stacks:1' ? 'main' : 'test']
  if (!/^S[PMTN][\dA-Z]{20,40}$/.test(text) || !allowedLetters.includes(text.charAt(1)))
    return false
  try {
    const bytes = c32.decode(text.slice(2))
    if (bytes.length !== 24) return false
    checksumCoder.decode(Uint8Array.from([c32Alphabet.indexOf(text.charAt(1)), ...bytes]))
    return true
  } catch {
    return false
  }
}

import type { ChainId } from '@latchkey/protocol'
import { utils } from '@scure/base'
import { sha256 } from '../shared/sha256.ts'

const letters32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** c32: a number in base 32, each leading zero digit a zero byte, as base58 does it. */
const c32 = utils.chain(utils.radix(32), utils.alphabet(letters32), utils.join(''))
/** Four bytes of the double SHA-256, after the bytes they are of. */
const checked = utils.checksum(4, (bytes) => sha256(sha256(bytes)))
/** Version letters of addresses: of one key, of several keys (SIP-005). */
const letters = { main: 'PM', test: 'TN' }

/**
 * Whether `text` is a standard principal of `chain`, or of any network: c32check with its checksum.
 */
export function isStacksAddress(text: string, chain?: ChainId): boolean {
  const allowedLetters =
    chain === undefined
      ? letters.main + letters.test
      : letters[chain === 'stacks:1' ? 'main' : 'test']
  if (!/^S[PMTN][\dA-Z]{20,40}$/.test(text) || !allowedLetters.includes(text.charAt(1)))
    return false
  try {
    const bytes = c32.decode(text.slice(2))
    if (bytes.length !== 24) return false
    checked.decode(Uint8Array.from([letters32.indexOf(text.charAt(1)), ...bytes]))
    return true
  } catch {
    return false
  }
}

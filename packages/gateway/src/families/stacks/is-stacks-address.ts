import type { ChainId } from '@latchkey/protocol'
import { checksumOf } from '../shared/checksum.ts'
import { fromDigits } from '../shared/from-digits.ts'

const c32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Version letters of addresses: of one key, of several keys (SIP-005). */
const letters = { main: 'PM', test: 'TN' }

/**
 * Whether `text` is a standard principal of `chain`, or of any network: c32check with its checksum.
 */
export function isStacksAddress(text: string, chain?: ChainId): boolean {
  const allowed =
    chain === undefined
      ? letters.main + letters.test
      : letters[chain === 'stacks:1' ? 'main' : 'test']
  if (!/^S[PMTN][\dA-Z]{20,40}$/.test(text) || !allowed.includes(text.charAt(1))) return false
  const bytes = fromDigits(text.slice(2), c32)
  if (bytes?.length !== 24) return false
  const sum = checksumOf(Uint8Array.from([c32.indexOf(text.charAt(1)), ...bytes.slice(0, 20)]))
  return bytes.slice(20).every((byte, at) => byte === sum[at])
}

import { base58 } from '@scure/base'

const didKeyPrefix = 'did:key:z'
/** Longest text that can be a key: 48 characters suffice for its 34 bytes in base58. */
const maxLength = didKeyPrefix.length + 48

/**
 * Returns the Ed25519 public key of a `did:key` (multicodec ed 01, base58btc); undefined for any
 * other text.
 */
export function readPublicKey(did: string): Uint8Array | undefined {
  if (!did.startsWith(didKeyPrefix) || did.length > maxLength) return undefined
  try {
    const bytes = base58.decode(did.slice(didKeyPrefix.length))
    return bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01
      ? bytes.subarray(2)
      : undefined
  } catch {
    return undefined
  }
}

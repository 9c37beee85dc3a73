import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'

/** HKDF-SHA256 without salt and info, 32 bytes, for pages without WebCrypto. Source: RFC 5869. */
export function nobleHkdf(secret: Uint8Array): Uint8Array {
  const emptyBytes = new Uint8Array()
  return hkdf(sha256, secret, emptyBytes, emptyBytes, 32)
}

import { LatchkeyError } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** A signature of secp256k1 with how its point is found again. */
export interface DigestSignature {
  /** r and s, 64 bytes; s is the smaller one (EIP-2, BIP-62). */
  readonly compact: Uint8Array
  readonly recovery: number
}

/**
 * Signs 32 bytes by RFC 6979, and lets nothing leave that the known public key does not verify: a
 * key that was bent in memory would otherwise give itself away.
 * @param publicKey - compressed point, as known before
 * @throws LatchkeyError `wallet-unopenable`
 */
export function signDigest(
  digest: Uint8Array,
  key: Uint8Array,
  publicKey: Uint8Array,
): DigestSignature {
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const compact = signed.subarray(1)
  if (!secp256k1.verify(compact, digest, publicKey, { prehash: false }))
    throw new LatchkeyError('wallet-unopenable', { reason: 'the signature does not verify' })
  return { compact, recovery: signed[0] ?? 0 }
}

import { LatchkeyError } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** A secp256k1 signature, with the recovery bit by which its public key can be computed. */
export interface DigestSignature {
  /** The numbers r and s, 64 bytes; s is the smaller of its two possible values (EIP-2, BIP-62). */
  readonly compactSignature: Uint8Array
  readonly recovery: number
}

/**
 * Signs 32 bytes by RFC 6979 and verifies the signature with the known public key before it is
 * returned: a signature by a key that was corrupted in memory could reveal the key.
 * @param publicKey - compressed point, as known before
 * @throws LatchkeyError `wallet-unopenable`
 */
export function signDigest(
  digest: Uint8Array,
  key: Uint8Array,
  publicKey: Uint8Array,
): DigestSignature {
  const recoveredSignature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const compactSignature = recoveredSignature.subarray(1)
  if (!secp256k1.verify(compactSignature, digest, publicKey, { prehash: false }))
    throw new LatchkeyError('wallet-unopenable', { reason: 'the signature does not verify' })
  return { compactSignature, recovery: recoveredSignature[0] ?? 0 }
}

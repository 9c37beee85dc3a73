import { createPublicKey, verify } from 'node:crypto'

/**
 * The first bytes of a SubjectPublicKeyInfo (RFC 5480) of secp256k1, before the compressed point.
 */
const spkiPrefix = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/**
 * Whether the key signed the SHA-256 of the statement (ECDSA over secp256k1).
 * @param publicKey - compressed point, hex
 * @param signature - r and s, 64 bytes as base64url
 */
export function isSigned(statement: string, publicKey: string, signature: string): boolean {
  const spkiKey = Buffer.concat([spkiPrefix, Buffer.from(publicKey, 'hex')])
  try {
    const key = createPublicKey({ key: spkiKey, format: 'der', type: 'spki' })
    const signatureBytes = Buffer.from(signature, 'base64url')
    return verify(
      'sha256',
      Buffer.from(statement),
      { key, dsaEncoding: 'ieee-p1363' },
      signatureBytes,
    )
  } catch {
    // The public key is invalid: it is not a point of the curve.
    return false
  }
}

import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { refuseVault } from '../refuse-vault.ts'

/**
 * HPKE `info` texts, one for each purpose, so that a ciphertext cannot be used for another purpose.
 * The vault's code has the same texts.
 */
const hpkeInfos = {
  release: 'latchkey-vault-release-1',
  recovery: 'latchkey-vault-recovery-1',
  proof: 'latchkey-vault-proof-1',
} as const

/**
 * Encrypts to the public key of a vault worker or a recovery method: HPKE base mode (RFC 9180),
 * DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, no AAD.
 * @param publicKey - raw P-256 point, base64url
 * @param purpose - `release`: the sign-in share; `recovery`: the operator's recovery share;
 *   `proof`: a challenge that its owner decrypts
 * @returns `enc` (65 bytes) then the ciphertext, base64url
 * @throws `vault-refused` for an invalid point
 */
export async function sealTo(
  publicKey: string,
  secret: Uint8Array,
  purpose: keyof typeof hpkeInfos = 'release',
): Promise<string> {
  const hpkeSuite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
  const recipientPoint = exactBuffer(Buffer.from(publicKey, 'base64url'))
  const recipientPublicKey = await hpkeSuite.kem.deserializePublicKey(recipientPoint).catch(() => {
    throw refuseVault('vault-refused', { status: 400, reason: 'sealTo is no point of P-256' })
  })
  const { ct, enc } = await hpkeSuite.seal(
    { recipientPublicKey, info: exactBuffer(new TextEncoder().encode(hpkeInfos[purpose])) },
    exactBuffer(secret),
  )
  return Buffer.concat([Buffer.from(enc), Buffer.from(ct)]).toString('base64url')
}

/**
 * The bytes are copied to an `ArrayBuffer` of exactly their length, because the HPKE library reads
 * the whole buffer of a view.
 */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'

/**
 * The parameters with which shares are sealed, that is, encrypted for one public key: HPKE base
 * mode (RFC 9180), DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM; each purpose has its own
 * `info` text, and only the relay uses AAD. On the wire: `enc` (65 bytes, raw point) then the
 * ciphertext, base64url without padding; public keys are raw points, base64url.
 */
export const sealInfo = {
  /** Purpose: the gateway's share, which the gateway seals to a worker. */
  release: 'latchkey-vault-release-1',
  /**
   * Purpose: the recovery share, which a worker seals to a recovery key, or a window seals to a
   * worker.
   */
  recovery: 'latchkey-vault-recovery-1',
  /**
   * Purpose: a challenge that the gateway seals to the key of a passkey or password. Opening the
   * challenge proves the visitor's identity.
   */
  proof: 'latchkey-vault-proof-1',
  /** Purpose: the seed, which a worker seals to the export window. */
  export: 'latchkey-vault-export-1',
  /** Purpose: messages between a frame and a window through the gateway. */
  relay: 'latchkey-vault-relay-1',
} as const

export type SealPurpose = keyof typeof sealInfo

const textEncoder = new TextEncoder()

/** The only HPKE cipher suite that the vault uses. */
export function cipherSuite(): CipherSuite {
  return new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
}

/**
 * Seals `secret` to a raw P-256 point; returns `enc` and ciphertext in one.
 * @param additionalData - AAD; opening needs the same text
 */
export async function sealSecret(
  purpose: SealPurpose,
  publicKey: Uint8Array,
  secret: Uint8Array,
  additionalData = '',
): Promise<Uint8Array> {
  const hpke = cipherSuite()
  const recipientPublicKey = await hpke.kem.deserializePublicKey(exactBuffer(publicKey))
  const purposeBytes = exactBuffer(textEncoder.encode(sealInfo[purpose]))
  const { ct, enc } = await hpke.seal(
    { recipientPublicKey, info: purposeBytes },
    exactBuffer(secret),
    exactBuffer(textEncoder.encode(additionalData)),
  )
  const sealed = new Uint8Array(enc.byteLength + ct.byteLength)
  sealed.set(new Uint8Array(enc))
  sealed.set(new Uint8Array(ct), enc.byteLength)
  return sealed
}

/**
 * Opens the result of `sealSecret`. Throws when it is for another key or was changed. It needs both
 * halves of the key pair: from a private key that cannot be exported the library can only guess the
 * public point, and half of the guesses are wrong.
 */
export async function openSecret(
  purpose: SealPurpose,
  key: CryptoKeyPair,
  sealed: Uint8Array,
  additionalData = '',
): Promise<Uint8Array> {
  const purposeBytes = exactBuffer(textEncoder.encode(sealInfo[purpose]))
  const [enc, ciphertext] = [exactBuffer(sealed.subarray(0, 65)), exactBuffer(sealed.subarray(65))]
  return new Uint8Array(
    await cipherSuite().open(
      { recipientKey: key, enc, info: purposeBytes },
      ciphertext,
      exactBuffer(textEncoder.encode(additionalData)),
    ),
  )
}

/**
 * Copies the bytes into an `ArrayBuffer` of their own, because the library reads the whole buffer
 * behind a view.
 */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer
}

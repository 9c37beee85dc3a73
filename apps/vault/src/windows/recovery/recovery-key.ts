import { base64urlnopad } from '@scure/base'
import { cipherSuite } from '../../seal.ts'

export interface RecoveryKey {
  readonly pair: CryptoKeyPair
  /** Public key: raw P-256 point, base64url. */
  readonly publicKey: string
}

/**
 * Derives the P-256 recovery key from the secret of a passkey or password (DeriveKeyPair of RFC
 * 9180), and wipes the secret.
 */
export async function recoveryKey(secret: Uint8Array): Promise<RecoveryKey> {
  const { kem } = cipherSuite()
  const pair = await kem.deriveKeyPair(secret.slice().buffer as ArrayBuffer)
  secret.fill(0)
  return {
    pair,
    publicKey: base64urlnopad.encode(new Uint8Array(await kem.serializePublicKey(pair.publicKey))),
  }
}

/** Makes a key pair to which a single answer is sealed. */
export async function oneTimeKey(): Promise<RecoveryKey> {
  const { kem } = cipherSuite()
  const pair = await kem.generateKeyPair()
  return {
    pair,
    publicKey: base64urlnopad.encode(new Uint8Array(await kem.serializePublicKey(pair.publicKey))),
  }
}

export function randomText(bytes = 32): string {
  return base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(bytes)))
}

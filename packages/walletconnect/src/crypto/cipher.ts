import type { Bytes } from './bytes.ts'
import { findSubtle } from './subtle.ts'

export interface CipherInput {
  /** Symmetric key of 32 bytes. */
  readonly key: Bytes
  /** Initialisation vector of 12 bytes, never used twice with one key. */
  readonly iv: Bytes
  readonly bytes: Bytes
}

const name = 'ChaCha20-Poly1305'

/**
 * The imported key, if the browser has the cipher; else null. Source: "Modern algorithms in the Web
 * Cryptography API".
 */
async function webKey(subtle: SubtleCrypto | null, key: Bytes): Promise<CryptoKey | null> {
  // TypeScript does not know the key format `raw-secret` yet. Browsers without it fail in different
  // ways, so any error means that the cipher is missing.
  const keyFormat = 'raw-secret' as 'raw'
  return (
    (await subtle
      ?.importKey(keyFormat, key, name, false, ['encrypt', 'decrypt'])
      .catch(() => null)) ?? null
  )
}

async function nobleCipher({ key, iv }: CipherInput) {
  const { chacha20poly1305 } = await import('@noble/ciphers/chacha')
  return chacha20poly1305(key, iv)
}

/** Encrypts bytes; the result ends with a tag of 16 bytes; no additional data. Source: RFC 8439. */
export async function encryptBytes(
  cipherInput: CipherInput,
  subtle: SubtleCrypto | null = findSubtle(),
): Promise<Bytes> {
  const { key, iv, bytes } = cipherInput
  const webCryptoKey = await webKey(subtle, key)
  if (webCryptoKey && subtle)
    return new Uint8Array(await subtle.encrypt({ name, iv }, webCryptoKey, bytes))
  return new Uint8Array((await nobleCipher(cipherInput)).encrypt(bytes))
}

/** Decrypts bytes. Throws when the key is wrong or the data damaged. */
export async function decryptBytes(
  cipherInput: CipherInput,
  subtle: SubtleCrypto | null = findSubtle(),
): Promise<Bytes> {
  const { key, iv, bytes } = cipherInput
  const webCryptoKey = await webKey(subtle, key)
  if (webCryptoKey && subtle)
    return new Uint8Array(await subtle.decrypt({ name, iv }, webCryptoKey, bytes))
  return new Uint8Array((await nobleCipher(cipherInput)).decrypt(bytes))
}

import type { Seal } from '../contract.ts'
import { fromBase64, toBase64, utf8 } from '../crypto/bytes.ts'
import { decodeUtf8 } from '../crypto/envelope-text.ts'
import { randomBytes } from '../crypto/random.ts'

/**
 * Encrypts each text with AES-GCM and a new 12-byte iv; the result is the base64 of iv, ciphertext
 * and tag.
 */
export function createSeal(subtle: SubtleCrypto, key: CryptoKey): Seal {
  return {
    async close(plaintext) {
      const iv = randomBytes(12)
      const ciphertext = new Uint8Array(
        await subtle.encrypt({ name: 'AES-GCM', iv }, key, utf8(plaintext)),
      )
      const bytes = new Uint8Array(12 + ciphertext.length)
      bytes.set(iv)
      bytes.set(ciphertext, 12)
      return toBase64(bytes)
    },
    async open(text) {
      const bytes = fromBase64(text)
      const iv = bytes.slice(0, 12)
      return decodeUtf8(
        new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(12))),
      )
    },
  }
}

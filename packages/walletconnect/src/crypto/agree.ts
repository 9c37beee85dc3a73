import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'
import { type Bytes, fromHex32, toHex } from './bytes.ts'
import { findSubtle } from './subtle.ts'

/** DER prefix of a 32-byte X25519 private key. Source: RFC 8410, section 7. */
const pkcs8Prefix = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 110, 4, 34, 4, 32]

async function webSecret(
  subtle: SubtleCrypto,
  privateKey: Bytes,
  publicKey: Bytes,
): Promise<Bytes> {
  const pkcs8 = new Uint8Array([...pkcs8Prefix, ...privateKey])
  const privateBytes = await subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits'])
  const publicBytes = await subtle.importKey('raw', publicKey, 'X25519', false, [])
  return new Uint8Array(
    await subtle.deriveBits({ name: 'X25519', public: publicBytes }, privateBytes, 256),
  )
}

async function expandSecret(secret: Bytes, subtle: SubtleCrypto | null): Promise<Uint8Array> {
  const emptyBytes = new Uint8Array()
  if (subtle) {
    const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    return new Uint8Array(
      await subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: emptyBytes, info: emptyBytes },
        key,
        256,
      ),
    )
  }
  return (await import('./noble-hkdf.ts')).nobleHkdf(secret)
}

/**
 * Derives the symmetric key of two sides: X25519, then HKDF-SHA256 without salt and info. Throws
 * `envelope-invalid` on an invalid key, or a public key of low order. Source: WalletConnect core 2,
 * "Crypto keys"; RFC 7748, section 6.1.
 */
export async function agree(
  privateKey: string,
  publicKey: Hex32,
  subtle: SubtleCrypto | null = findSubtle(),
): Promise<Hex32> {
  const privateBytes = fromHex32(privateKey)
  const publicBytes = fromHex32(publicKey)
  const webCryptoSecret =
    subtle && (await webSecret(subtle, privateBytes, publicBytes).catch(() => null))
  const secret =
    webCryptoSecret ??
    (await import('./x25519.ts')
      .then(
        ({ makeX25519 }) => new Uint8Array(makeX25519().getSharedSecret(privateBytes, publicBytes)),
      )
      .catch((cause) => {
        throw new LatchkeyError('envelope-invalid', {
          reason: 'no key agreement with this public key',
          cause,
        })
      }))
  // Some engines accept points of low order, whose shared secret everybody knows.
  if (secret.every((byte) => byte === 0)) {
    throw new LatchkeyError('envelope-invalid', { reason: 'no key agreement with this public key' })
  }
  return toHex(await expandSecret(secret, subtle))
}

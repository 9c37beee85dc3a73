import type { Hex32 } from '../contract.ts'
import { type Bytes, fromBase64, fromUrlAlphabet, toHex } from './bytes.ts'
import { randomBytes } from './random.ts'
import { findSubtle } from './subtle.ts'

export interface KeyPair {
  readonly publicKey: Hex32
  /** The 32 raw bytes in hex, whichever implementation of X25519 made the key. */
  readonly privateKey: string
}

/** X25519 with `@noble/curves`, for engines without the curve. */
export async function nobleKeyPair(privateKey: Bytes = randomBytes(32)): Promise<KeyPair> {
  const { makeX25519 } = await import('./x25519.ts')
  return { publicKey: toHex(makeX25519().getPublicKey(privateKey)), privateKey: toHex(privateKey) }
}

async function webKeyPair(subtle: SubtleCrypto): Promise<KeyPair> {
  const cryptoKeys = (await subtle.generateKey('X25519', true, ['deriveBits'])) as CryptoKeyPair
  const { x, d } = await subtle.exportKey('jwk', cryptoKeys.privateKey)
  const hexOf = (part: string | undefined) => toHex(fromBase64(fromUrlAlphabet(part ?? '')))
  return { publicKey: hexOf(x), privateKey: hexOf(d) }
}

/** Creates an X25519 key pair; each proposal and each approval needs a new one. */
export async function makeKeyPair(subtle: SubtleCrypto | null = findSubtle()): Promise<KeyPair> {
  // Engines without the curve fail in different ways: after any failure the library is used.
  const cryptoKeys = subtle && (await webKeyPair(subtle).catch(() => null))
  return cryptoKeys ?? nobleKeyPair()
}

import { etc, getPublicKeyAsync, signAsync } from '@noble/ed25519'
import type { Signer } from '../contract.ts'

/**
 * Ed25519 from a library, for browsers or pages without the curve. This module imports none of
 * Latchkey's modules, so that a bundler keeps it in a file of its own.
 * @param hasHashes - whether WebCrypto provides the hash; pages on plain http lack it
 */
export async function nobleSigner(
  hasHashes: boolean,
  seed: Uint8Array = etc.randomBytes(32),
): Promise<Signer> {
  if (!hasHashes) {
    const { sha512 } = await import('@noble/hashes/sha2')
    // The library takes its hash from this global setting; every caller sets the same one.
    etc.sha512Async = async (...chunks) => sha512(etc.concatBytes(...chunks))
  }
  return {
    publicKey: await getPublicKeyAsync(seed),
    sign: (text) => signAsync(new TextEncoder().encode(text), seed),
  }
}

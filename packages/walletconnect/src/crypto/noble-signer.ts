import { etc, getPublicKeyAsync, signAsync } from '@noble/ed25519'
import type { Signer } from '../contract.ts'

/**
 * Ed25519 by a library. Imports nothing of ours, so that it is cut out of nothing of ours.
 * @param hasHashes whether WebCrypto hashes for it; pages on plain http have none
 */
export async function nobleSigner(
  hasHashes: boolean,
  seed: Uint8Array = etc.randomBytes(32),
): Promise<Signer> {
  if (!hasHashes) {
    const { sha512 } = await import('@noble/hashes/sha2')
    // The library's own way to be given a hash; it is the same one whoever gives it.
    etc.sha512Async = async (...parts) => sha512(etc.concatBytes(...parts))
  }
  return {
    publicKey: await getPublicKeyAsync(seed),
    sign: (text) => signAsync(new TextEncoder().encode(text), seed),
  }
}

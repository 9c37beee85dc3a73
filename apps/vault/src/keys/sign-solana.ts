import { LatchkeyError } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/**
 * Signs bytes with ed25519. The signature is verified with the known public key before it is
 * returned.
 * @param publicKey - point, base58
 * @throws LatchkeyError `wallet-unopenable`
 */
export function signSolana(bytes: Uint8Array, key: Uint8Array, publicKey: string): Uint8Array {
  const signature = ed25519.sign(bytes, key)
  if (!ed25519.verify(signature, bytes, base58.decode(publicKey)))
    throw new LatchkeyError('wallet-unopenable', { reason: 'the signature does not verify' })
  return signature
}

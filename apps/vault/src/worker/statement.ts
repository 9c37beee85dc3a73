import { type KeptRecovery, methodStatement, type RecoveryMethod } from '@latchkey/protocol/vault'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { base64url, fromBase64url } from '../base64url.ts'
import { signDigest } from '../keys/sign-digest.ts'

const hashStatement = (statement: string): Uint8Array => sha256(new TextEncoder().encode(statement))

/**
 * Signs the SHA-256 hash of a statement with the wallet's EVM key; base64url.
 * @param publicKey - compressed, hex
 */
export function signStatement(statement: string, key: Uint8Array, publicKey: string): string {
  return base64url(
    signDigest(hashStatement(statement), key, hex.decode(publicKey)).compactSignature,
  )
}

/** Signs, with the wallet's key, that a way to recover is the visitor's own. */
export function signVouch(
  account: string,
  method: RecoveryMethod,
  key: Uint8Array,
  publicKey: string,
): string {
  return signStatement(methodStatement(account, method), key, publicKey)
}

/**
 * Whether the wallet's key has signed that a way to recover is the visitor's own. Nothing is sealed
 * to the key of an unsigned one, because somebody with access to the database alone could have
 * added it.
 */
export function isVouchValid(account: string, method: KeptRecovery, publicKey: string): boolean {
  try {
    const signature = fromBase64url(method.vouch ?? '')
    const digest = hashStatement(methodStatement(account, method))
    return secp256k1.verify(signature, digest, hex.decode(publicKey), { prehash: false })
  } catch {
    return false
  }
}

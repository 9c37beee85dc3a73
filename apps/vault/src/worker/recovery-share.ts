import { LatchkeyError } from '@latchkey/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad, hex } from '@scure/base'
import { shareLength } from '../keys/split-seed.ts'

/** Most recovery keys of an account. */
export const mostRecoveryKeys = 32
const hashLength = 32

/** What stands for a recovery key: SHA-256 of its raw point, hex. @param publicKey - base64url */
export function hashOfKey(publicKey: string): string {
  return hex.encode(sha256(base64urlnopad.decode(publicKey)))
}

/**
 * The recovery share with the hashes of all keys it was sealed to: who recovers learns from the share itself which
 * recovery keys are the visitor's, and not from a database.
 */
export function packRecovery(share: Uint8Array, hashes: readonly string[]): Uint8Array {
  return Uint8Array.from([...share, ...hashes.flatMap((hash) => [...hex.decode(hash)])])
}

/** @throws LatchkeyError `wallet-unopenable` for what was not packed so */
export function unpackRecovery(packed: Uint8Array): { readonly share: Uint8Array; readonly hashes: readonly string[] } {
  const count = (packed.length - shareLength) / hashLength
  if (!Number.isInteger(count) || count < 0 || count > mostRecoveryKeys)
    throw new LatchkeyError('wallet-unopenable', { reason: 'no recovery share' })
  const hashes = Array.from({ length: count }, (_, i) =>
    hex.encode(packed.subarray(shareLength + i * hashLength, shareLength + (i + 1) * hashLength)),
  )
  return { share: packed.slice(0, shareLength), hashes }
}

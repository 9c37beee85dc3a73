import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { hexToBytes } from '@noble/hashes/utils'
import { readC32, writeC32 } from './c32.ts'
import { compactSize } from './compact-size.ts'

/**
 * Whether a Stacks account has signed a text. The signature is hex: r, s and a recovery byte. The
 * public key is recovered from it, and its hash compared with the address.
 */
export function verifyStacks(address: string, message: string, signature: string): boolean {
  const hex = signature.replace(/^0x/, '')
  const version = readC32(address)?.version
  if (version === undefined || !/^[0-9a-fA-F]{130}$/.test(hex)) return false
  const bytes = hexToBytes(hex)
  const hash = messageHash(message)
  // Some wallets count the recovery byte from 0 and others from 27. So it is not read: each of the
  // four possible keys is compared with the address.
  return [0, 1, 2, 3].some((recovery) => {
    try {
      const key = secp256k1.Signature.fromCompact(bytes.slice(0, 64))
        .addRecoveryBit(recovery)
        .recoverPublicKey(hash)
      return writeC32(version, ripemd160(sha256(key.toRawBytes(true)))) === address
    } catch {
      return false
    }
  })
}

function messageHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode('\x17Stacks Signed Message:\n')
  return sha256(Uint8Array.of(...prefix, ...compactSize(text.length), ...text))
}

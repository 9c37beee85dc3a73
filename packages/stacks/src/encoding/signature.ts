import { LatchkeyError } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { hexToBytes } from '@noble/hashes/utils'
import { readC32 } from './c32.ts'

/** The hash that SIP-018 signs for a message and a domain; both are Clarity values, hex. */
export function structuredHash(domain: string, message: string): Uint8Array {
  const hashHex = (hex: string) => sha256(hexToBytes(hex.replace(/^0x/, '')))
  return sha256(
    Uint8Array.from([
      ...new TextEncoder().encode('SIP018'),
      ...hashHex(domain),
      ...hashHex(message),
    ]),
  )
}

/** Address versions of accounts with a single key: on mainnet, and on the other networks. */
const singleKeyVersions = [22, 26]

/**
 * Checks that the account's own key has signed: the address is the key's hash, and the signature is
 * valid. For a multisig address only the signature is checked, because the signature alone does not
 * show whether its key is one of the address's keys. Throws `wallet-answer-invalid`.
 */
export function checkSignature(parameters: {
  readonly address: string
  /** The signed hash, 32 bytes. */
  readonly hash: Uint8Array
  /** Signature in hex: r, s and one more byte. */
  readonly signature: string
  /** Compressed public key, hex. */
  readonly publicKey: string
}): void {
  const { address, hash, signature, publicKey } = parameters
  const key = hexToBytes(publicKey)
  const decodedAddress = readC32(address)
  const isOwnKey =
    decodedAddress !== undefined &&
    (!singleKeyVersions.includes(decodedAddress.version) ||
      hasSameBytes(ripemd160(sha256(key)), decodedAddress.hash))
  if (!isOwnKey) refuseSignature('another account has signed than was asked')
  if (!isSignatureBy(signature.slice(0, 128), hash, key))
    refuseSignature('the signature is not of what was to be signed')
}

function isSignatureBy(signature: string, hash: Uint8Array, key: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, hash, key)
  } catch {
    return false
  }
}

const hasSameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

function refuseSignature(reason: string): never {
  throw new LatchkeyError('wallet-answer-invalid', { reason })
}

import { secp256k1 } from '@noble/curves/secp256k1'
import { hash160, sha256 } from '@scure/btc-signer/utils.js'
import { providerError } from '../parts/behavior.ts'
import { toHex } from './bytes.ts'

const c32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The Stacks address of one key (SIP-005): `SP…` on mainnet, `ST…` elsewhere. */
export function stacksAddress(publicKey: Uint8Array, isMain: boolean): string {
  const version = isMain ? 22 : 26
  const hash = hash160(publicKey)
  const checksum = sha256(sha256(Uint8Array.of(version, ...hash))).slice(0, 4)
  const bytes = [...hash, ...checksum]
  let remainingNumber = BigInt(`0x${toHex(Uint8Array.from(bytes))}`)
  let text = ''
  for (; remainingNumber > 0n; remainingNumber /= 32n) {
    text = c32Alphabet.charAt(Number(remainingNumber % 32n)) + text
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return `S${c32Alphabet.charAt(version)}${'0'.repeat(zeros)}${text}`
}

/** The hash that is signed for a text: SHA-256 of a prefix, the text's length and the text. */
export function stacksMessageHash(message: string): Uint8Array {
  const bytes = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode('\x17Stacks Signed Message:\n')
  return sha256(Uint8Array.from([...prefix, ...encodeLength(bytes.length), ...bytes]))
}

/** Encodes a length as Bitcoin's variable-length integer, lowest byte first. */
function encodeLength(length: number): readonly number[] {
  if (length < 0xfd) return [length]
  if (length <= 0xffff) return [0xfd, length & 255, length >> 8]
  return [0xfe, length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24]
}

/** Signs a text with a key; the signature is r, s and the recovery byte, hex. */
export function signStacksMessage(
  key: Uint8Array,
  { message }: Readonly<Record<string, unknown>>,
): { readonly signature: string; readonly publicKey: string } {
  if (typeof message !== 'string') throw providerError(-32602, 'message is missing')
  const recoveredSignature = secp256k1.sign(stacksMessageHash(message), key)
  const signature =
    recoveredSignature.toCompactHex() + recoveredSignature.recovery.toString(16).padStart(2, '0')
  return { signature, publicKey: toHex(secp256k1.getPublicKey(key, true)) }
}

import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'
import { type Bytes, fromBase64, fromHex32, toBase64, toHex, utf8 } from './bytes.ts'
import { decryptBytes, encryptBytes } from './cipher.ts'
import { randomBytes } from './random.ts'

/** Maximum length of a message in bytes: relays accept one MiB. */
const maxLength = 1_048_576

export interface SplitEnvelope {
  readonly iv: Bytes
  readonly sealed: Bytes
  /** Public key of the sender; only in envelopes of type 1. */
  readonly senderPublicKey?: Hex32
}

/**
 * Encrypts text with ChaCha20-Poly1305 without additional data: type 1 with a sender, else type 0.
 * The iv is 12 bytes and never used twice.
 */
export async function sealText(parameters: {
  readonly symKey: Hex32
  readonly text: string
  readonly senderPublicKey?: Hex32 | undefined
  readonly iv?: Bytes
}): Promise<string> {
  const { symKey, text, senderPublicKey, iv = randomBytes(12) } = parameters
  const sealedBytes = await encryptBytes({ key: fromHex32(symKey), iv, bytes: utf8(text) })
  const headerBytes = senderPublicKey === undefined ? [0] : [1, ...fromHex32(senderPublicKey)]
  const bytes = new Uint8Array(headerBytes.length + iv.length + sealedBytes.length)
  bytes.set(headerBytes)
  bytes.set(iv, headerBytes.length)
  bytes.set(sealedBytes, headerBytes.length + iv.length)
  return toBase64(bytes)
}

/**
 * Splits an envelope of type 0 or 1 into its parts, without decrypting it. Throws
 * `envelope-invalid`.
 */
export function splitEnvelope(message: string): SplitEnvelope {
  if (typeof message !== 'string' || message.length > maxLength) {
    throw new LatchkeyError('envelope-invalid', {
      reason: `a message is text of at most ${maxLength} characters`,
    })
  }
  const bytes = fromBase64(message)
  const envelopeType = bytes[0]
  // Envelopes of unknown types are refused; other implementations treat them as type 0.
  if (envelopeType !== 0 && envelopeType !== 1)
    throw new LatchkeyError('envelope-invalid', { reason: 'unknown type of envelope' })
  const headerLength = envelopeType === 0 ? 1 : 33
  if (bytes.length < headerLength + 28)
    throw new LatchkeyError('envelope-invalid', { reason: 'shorter than iv and tag' })
  return {
    iv: bytes.slice(headerLength, headerLength + 12),
    sealed: bytes.slice(headerLength + 12),
    ...(envelopeType === 1 && { senderPublicKey: toHex(bytes.subarray(1, 33)) }),
  }
}

/** Decrypts an envelope. Throws `envelope-invalid` when the key is wrong or the data damaged. */
export async function openText(
  symKey: Hex32,
  { iv, sealed: sealedBytes }: SplitEnvelope,
): Promise<string> {
  const key = fromHex32(symKey)
  try {
    return decodeUtf8(await decryptBytes({ key, iv, bytes: sealedBytes }))
  } catch (cause) {
    throw new LatchkeyError('envelope-invalid', {
      reason: 'another key, or damaged on the way',
      cause,
    })
  }
}

/** Decodes UTF-8. Throws on invalid bytes. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

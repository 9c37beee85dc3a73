import { ByteCursor } from '../byte-cursor.ts'
import { decodeText } from '../spell-unseen.ts'
import { base58 } from './base58.ts'
import { readSolanaMessage } from './wire.ts'

/** Text of an off-chain message, and the signers that the message names. */
export interface SolanaText {
  readonly content: Uint8Array
  readonly signers?: readonly string[]
}

const utf8 = new TextEncoder()
/**
 * The bytes that every off-chain message starts with. No transaction starts with them, because the
 * first byte is a transaction version that is reserved for such messages.
 */
const prefix = Uint8Array.of(255, ...utf8.encode('solana offchain'))

/**
 * Reads the text of bytes that may be signed as a message; null for all others. The chain accepts a
 * signature of a transaction's bytes as consent to it, and future transaction versions are unknown
 * here. So the bytes must be something that cannot be a transaction. Either they are text without
 * control characters: no text begins with the byte of a version, and a transaction without version
 * would need nine or more signers. Or they are an off-chain message in its envelope
 * (https://github.com/solana-foundation/SRFCs/discussions/3).
 */
export function readSignable(bytes: Uint8Array): SolanaText | null {
  if (prefix.every((byte, i) => bytes[i] === byte)) return readEnvelope(bytes.slice(prefix.length))
  return isPlainText(bytes) && !readSolanaMessage(bytes) ? { content: bytes } : null
}

function isPlainText(bytes: Uint8Array): boolean {
  const text = decodeText(bytes)
  return text !== undefined && !/\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))
}

function readEnvelope(bytes: Uint8Array): SolanaText | null {
  try {
    const cursor = new ByteCursor(bytes)
    const version = cursor.takeByte()
    if (version > 1) return null
    if (version === 0) {
      cursor.takeBytes(32)
      // The format byte is 0 for ASCII, 1 or 2 for UTF-8 of two maximum lengths; text of every
      // format is shown.
      if (cursor.takeByte() > 2) return null
    }
    const signers = Array.from({ length: cursor.takeByte() }, () => base58(cursor.takeBytes(32)))
    const length = version === 0 ? Number(cursor.takeNumber(2)) : undefined
    const content = cursor.takeRest()
    const isLengthRight = content.length > 0 && (length === undefined || length === content.length)
    return isLengthRight && decodeText(content) !== undefined ? { content, signers } : null
  } catch {
    return null
  }
}

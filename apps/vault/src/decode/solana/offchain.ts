import { ByteCursor } from '../byte-cursor.ts'
import { decodeText } from '../spell-unseen.ts'
import { base58 } from './base58.ts'
import { readSolanaMessage } from './wire.ts'

/** The text of a message, and the signers that it names. */
export interface SolanaText {
  readonly content: Uint8Array
  readonly signers?: readonly string[]
}

const utf8 = new TextEncoder()
/**
 * No transaction starts like this: its first byte would be a version that is reserved for this
 * purpose.
 */
const prefix = Uint8Array.of(255, ...utf8.encode('solana offchain'))

/**
 * Reads the text of bytes that may be signed as a message; null for all others. The chain accepts a
 * signature of a transaction's bytes as consent to it, and future transaction versions are unknown
 * here. So only bytes that can be no transaction are signed: text without control characters (a
 * version's first byte starts no text, and a header without version would need nine signers), or an
 * off-chain message in its envelope (https://github.com/solana-foundation/SRFCs/discussions/3).
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
      // The format: ASCII, or UTF-8 of two sizes; the text is shown in either case.
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

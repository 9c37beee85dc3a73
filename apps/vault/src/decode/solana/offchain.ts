import { ByteCursor } from '../byte-cursor.ts'
import { textOf } from '../spell-unseen.ts'
import { base58 } from './base58.ts'
import { readSolanaMessage } from './wire.ts'

/** What a message says, and who is named in it as those who sign. */
export interface SolanaText {
  readonly content: Uint8Array
  readonly signers?: readonly string[]
}

const utf8 = new TextEncoder()
/** No transaction begins so: the first byte would be a version that is kept free for this. */
const prefix = Uint8Array.of(255, ...utf8.encode('solana offchain'))

/**
 * What bytes say that are signed as a message, null for all that are not. The chain takes a
 * signature of a transaction's bytes for consent to it, and versions of transactions come that are
 * not known here. So only what can be none is signed: text without control characters, since a
 * version's first byte begins no text and a header without one would want nine signers, or an
 * off-chain message in its envelope (https://github.com/solana-foundation/SRFCs/discussions/3).
 */
export function readSignable(bytes: Uint8Array): SolanaText | null {
  if (prefix.every((byte, i) => bytes[i] === byte)) return readEnvelope(bytes.slice(prefix.length))
  return isWritten(bytes) && !readSolanaMessage(bytes) ? { content: bytes } : null
}

function isWritten(bytes: Uint8Array): boolean {
  const text = textOf(bytes)
  return text !== undefined && !/\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))
}

function readEnvelope(bytes: Uint8Array): SolanaText | null {
  try {
    const cursor = new ByteCursor(bytes)
    const version = cursor.takeByte()
    if (version > 1) return null
    if (version === 0) {
      cursor.takeBytes(32)
      // The form: letters of ASCII, or UTF-8 of two sizes; the text itself is shown either way.
      if (cursor.takeByte() > 2) return null
    }
    const signers = Array.from({ length: cursor.takeByte() }, () => base58(cursor.takeBytes(32)))
    const length = version === 0 ? Number(cursor.takeNumber(2)) : undefined
    const content = cursor.takeRest()
    const isWhole = content.length > 0 && (length === undefined || length === content.length)
    return isWhole && textOf(content) !== undefined ? { content, signers } : null
  } catch {
    return null
  }
}

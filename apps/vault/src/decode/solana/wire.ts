import { ByteCursor } from '../byte-cursor.ts'
import { base58 } from './base58.ts'
import { checkHeader, type SolanaMessage } from './message.ts'
import { parseVersion1 } from './version-1.ts'

/** A transaction in wire format, divided into its parts. */
export interface SolanaWire {
  readonly message: SolanaMessage
  /** The bytes of the message, which are what signers sign. */
  readonly body: Uint8Array
  /** Offset of the first signature in the transaction's bytes. */
  readonly signaturesAt: number
}

/**
 * Maximum size in bytes of a transaction up to version 0. From version 1 on, larger ones exist
 * (SIMD-0385).
 */
const maxTransactionSize = 1232
export const maxWireSize = 4096
const signatureSize = 64

/** Reads a transaction in wire format, legacy or of version 0 or 1; null for anything else. */
export function readWire(bytes: Uint8Array): SolanaWire | null {
  return (bytes[0] ?? 0) < 128 ? readSignaturesFirst(bytes) : readMessageFirst(bytes)
}

function readSignaturesFirst(bytes: Uint8Array): SolanaWire | null {
  if (bytes.length > maxTransactionSize) return null
  return tryDecoding(() => {
    const cursor = new ByteCursor(bytes)
    const count = readLength(cursor)
    const signaturesAt = cursor.at
    cursor.takeBytes(count * signatureSize)
    const body = cursor.takeRest()
    const message = parseMessage(new ByteCursor(body))
    return body[0] !== 129 && message.signers.length === count
      ? { message, body, signaturesAt }
      : null
  })
}

/** From version 1 on, the signatures come after the message. */
function readMessageFirst(bytes: Uint8Array): SolanaWire | null {
  const signaturesAt = bytes.length - (bytes[1] ?? 0) * signatureSize
  if (bytes[0] !== 129 || bytes.length > maxWireSize || signaturesAt <= 0) return null
  const body = bytes.slice(0, signaturesAt)
  return tryDecoding(() => ({ message: parseMessage(new ByteCursor(body)), body, signaturesAt }))
}

/** Reads the signed bytes of a transaction; null when their format is unknown. */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage | null {
  return bytes.length > maxWireSize ? null : tryDecoding(() => parseMessage(new ByteCursor(bytes)))
}

function parseMessage(cursor: ByteCursor): SolanaMessage {
  const firstByte = cursor.takeByte()
  if (firstByte === 129) return parseVersion1(cursor)
  const isVersioned = firstByte >= 128
  if (isVersioned && firstByte !== 128) throw new RangeError('version')
  const signerCount = isVersioned ? cursor.takeByte() : firstByte
  const [readonlySigned, readonlyUnsigned] = [cursor.takeByte(), cursor.takeByte()]
  const keys = Array.from({ length: readLength(cursor) }, () => base58(cursor.takeBytes(32)))
  checkHeader({ required: signerCount, readonlySigned, readonlyUnsigned, keys: keys.length })
  const recentBlockhash = base58(cursor.takeBytes(32))
  const accountAt = (index: number): string => keys[index] ?? `#${index - keys.length + 1}`
  const readInstructions = Array.from({ length: readLength(cursor) }, () => {
    const program = cursor.takeByte()
    const accounts = [...cursor.takeBytes(readLength(cursor))]
    return { program, accounts, data: cursor.takeBytes(readLength(cursor)) }
  })
  // The index of a program must be that of a key in the message: the protocol allows neither a
  // program from a lookup table nor the fee payer (index 0) as a program.
  if (readInstructions.some(({ program }) => program === 0 || program >= keys.length))
    throw new RangeError('program')
  const loadedAccountCount = isVersioned ? skipLookupTables(cursor) : 0
  if (!cursor.isAtEnd) throw new RangeError('long')
  if (
    readInstructions.some(({ accounts }) =>
      accounts.some((index) => index >= keys.length + loadedAccountCount),
    )
  )
    throw new RangeError('account')
  return {
    payer: keys[0] ?? '',
    signers: keys.slice(0, signerCount),
    lifetime: recentBlockhash,
    instructions: readInstructions.map(({ program, accounts, data }) => ({
      program: accountAt(program),
      accounts: accounts.map(accountAt),
      data,
    })),
    hasTables: loadedAccountCount > 0,
  }
}

/**
 * Reads a number in Solana's compact-u16 encoding, with seven bits per byte. An encoding that is
 * longer than necessary is refused.
 */
function readLength(cursor: ByteCursor): number {
  const firstByte = cursor.takeByte()
  if (firstByte < 128) return firstByte
  const nextByte = cursor.takeByte()
  if (nextByte === 0 || nextByte > 127) throw new RangeError('length')
  return (firstByte & 127) | (nextByte << 7)
}

/** Reads past the address lookup tables, and returns how many accounts they add. */
function skipLookupTables(cursor: ByteCursor): number {
  return Array.from({ length: readLength(cursor) }, () => {
    cursor.takeBytes(32)
    const [writable, readable] = [
      cursor.takeBytes(readLength(cursor)),
      cursor.takeBytes(readLength(cursor)),
    ]
    return writable.length + readable.length
  }).reduce((sum, count) => sum + count, 0)
}

function tryDecoding<T>(decode: () => T | null): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}

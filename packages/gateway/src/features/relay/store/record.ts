import { crc32 } from 'node:zlib'

const headBytes = 8

/** Encodes a record of the log: length, CRC-32, text. */
export function frameRecord(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const record = Buffer.allocUnsafe(headBytes + length)
  record.write(text, headBytes)
  record.writeUInt32LE(length, 0)
  record.writeUInt32LE(crc32(record.subarray(headBytes)), 4)
  return record
}

/** Start of every record; it cannot occur inside a record, because JSON escapes quotation marks. */
const recordOpening = '{"'

/**
 * Reports the intact records of `content`, each with the place of its text. A damaged record is
 * skipped, even with a damaged length, and reading continues at the next intact one.
 * @returns the end of the last record (before `content.length` when an incomplete or foreign one
 *   follows), and how many gaps were skipped
 */
export function readRecords(
  content: Buffer,
  onRecord: (text: string, offset: number, length: number) => void,
): { readonly end: number; readonly damaged: number } {
  const state = { end: 0, damaged: 0 }
  for (let byteOffset = 0; ; ) {
    const length = intactLengthAt(content, byteOffset)
    if (length !== undefined) {
      onRecord(
        content.toString('utf8', byteOffset + headBytes, byteOffset + headBytes + length),
        byteOffset + headBytes,
        length,
      )
      byteOffset += headBytes + length
      state.end = byteOffset
      continue
    }
    const next = findNextIntact(content, byteOffset + 1)
    if (next === undefined) return state
    state.damaged += 1
    byteOffset = next
  }
}

/** Length of the text of the intact record at `byteOffset`; undefined when there is none. */
function intactLengthAt(content: Buffer, byteOffset: number): number | undefined {
  const from = byteOffset + headBytes
  if (from > content.length) return undefined
  const length = content.readUInt32LE(byteOffset)
  if (length === 0 || from + length > content.length) return undefined
  return crc32(content.subarray(from, from + length)) === content.readUInt32LE(byteOffset + 4)
    ? length
    : undefined
}

function findNextIntact(content: Buffer, from: number): number | undefined {
  for (
    let candidate = content.indexOf(recordOpening, from + headBytes);
    candidate >= 0;
    candidate = content.indexOf(recordOpening, candidate + 1)
  ) {
    if (intactLengthAt(content, candidate - headBytes) !== undefined) return candidate - headBytes
  }
  return undefined
}

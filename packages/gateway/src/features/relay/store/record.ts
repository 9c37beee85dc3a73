import { crc32 } from 'node:zlib'

const headerBytes = 8

/** Encodes a record of the log: the length of its text, the CRC-32 of its text, and the text. */
export function frameRecord(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const record = Buffer.allocUnsafe(headerBytes + length)
  record.write(text, headerBytes)
  record.writeUInt32LE(length, 0)
  record.writeUInt32LE(crc32(record.subarray(headerBytes)), 4)
  return record
}

/**
 * Text with which every record starts. It cannot occur inside a record, because JSON escapes
 * quotation marks.
 */
const recordOpening = '{"'

/**
 * Reports the intact records in `content`, each with the place of its text. A damaged record is
 * skipped, even if its length is damaged, and reading continues at the next intact one.
 * @returns the end of the last record (before `content.length` when something incomplete follows),
 * and how many damaged places were skipped
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
        content.toString('utf8', byteOffset + headerBytes, byteOffset + headerBytes + length),
        byteOffset + headerBytes,
        length,
      )
      byteOffset += headerBytes + length
      state.end = byteOffset
      continue
    }
    const nextRecordOffset = findNextIntact(content, byteOffset + 1)
    if (nextRecordOffset === undefined) return state
    state.damaged += 1
    byteOffset = nextRecordOffset
  }
}

/**
 * Returns the length of the text of the intact record at `byteOffset`; undefined when there is no
 * intact record.
 */
function intactLengthAt(content: Buffer, byteOffset: number): number | undefined {
  const contentStart = byteOffset + headerBytes
  if (contentStart > content.length) return undefined
  const length = content.readUInt32LE(byteOffset)
  if (length === 0 || contentStart + length > content.length) return undefined
  return crc32(content.subarray(contentStart, contentStart + length)) ===
    content.readUInt32LE(byteOffset + 4)
    ? length
    : undefined
}

function findNextIntact(content: Buffer, contentStart: number): number | undefined {
  for (
    let candidate = content.indexOf(recordOpening, contentStart + headerBytes);
    candidate >= 0;
    candidate = content.indexOf(recordOpening, candidate + 1)
  ) {
    if (intactLengthAt(content, candidate - headerBytes) !== undefined)
      return candidate - headerBytes
  }
  return undefined
}

import { crc32 } from 'node:zlib'

const head = 8

/** Encodes a record of the log: length, CRC-32, text. */
export function frameRecord(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const record = Buffer.allocUnsafe(head + length)
  record.write(text, head)
  record.writeUInt32LE(length, 0)
  record.writeUInt32LE(crc32(record.subarray(head)), 4)
  return record
}

/** Start of every record; it cannot occur inside a record, because JSON escapes quotation marks. */
const opening = '{"'

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
  for (let at = 0; ; ) {
    const length = soundAt(content, at)
    if (length !== undefined) {
      onRecord(content.toString('utf8', at + head, at + head + length), at + head, length)
      at += head + length
      state.end = at
      continue
    }
    const next = nextSound(content, at + 1)
    if (next === undefined) return state
    state.damaged += 1
    at = next
  }
}

/** Length of the text of the intact record at `at`; undefined when there is none. */
function soundAt(content: Buffer, at: number): number | undefined {
  const from = at + head
  if (from > content.length) return undefined
  const length = content.readUInt32LE(at)
  if (length === 0 || from + length > content.length) return undefined
  return crc32(content.subarray(from, from + length)) === content.readUInt32LE(at + 4)
    ? length
    : undefined
}

function nextSound(content: Buffer, from: number): number | undefined {
  for (
    let hit = content.indexOf(opening, from + head);
    hit >= 0;
    hit = content.indexOf(opening, hit + 1)
  ) {
    if (soundAt(content, hit - head) !== undefined) return hit - head
  }
  return undefined
}

import { crc32 } from 'node:zlib'

const head = 8

/** Length, CRC-32, text: a record of the log. */
export function frameRecord(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const record = Buffer.allocUnsafe(head + length)
  record.write(text, head)
  record.writeUInt32LE(length, 0)
  record.writeUInt32LE(crc32(record.subarray(head)), 4)
  return record
}

/**
 * What every record begins with; no text within a record can hold it, since JSON escapes quotation
 * marks.
 */
const opening = '{"'

/**
 * Reports the sound records of `content`, each with the place of its text. One that is damaged is
 * left out, and reading goes on with the next sound one, also where the damage is in a length.
 * @returns where they end (short of `content.length` when a torn or foreign one follows), and how
 *   often some were left out
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

/** Length of the text of the sound record at `at`. */
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

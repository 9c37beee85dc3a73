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
 * Reports the sound records at the front of `content`, each with the place of its text.
 * @returns where they end: short of `content.length` when a torn or foreign one follows
 */
export function readRecords(content: Buffer, onRecord: (text: string, offset: number, length: number) => void): number {
  for (let at = 0; ; ) {
    if (at + head > content.length) return at
    const length = content.readUInt32LE(at)
    const from = at + head
    if (length === 0 || from + length > content.length) return at
    const text = content.subarray(from, from + length)
    if (crc32(text) !== content.readUInt32LE(at + 4)) return at
    onRecord(text.toString(), from, length)
    at = from + length
  }
}

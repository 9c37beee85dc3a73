import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { frameRecord, readRecords } from './record.ts'

/** Place of a record's text in the log files. */
export interface RecordLocation {
  readonly segment: number
  /** Number of bytes from the beginning of the file. */
  readonly offset: number
  readonly length: number
}

/**
 * A log of records in append-only files. Records that wait to be written share one write and one
 * sync.
 */
export interface SegmentLog {
  /** Writes a record. Resolves when the record is on disk; rejects when it may not be. */
  write(text: string): Promise<RecordLocation>
  /** Writes a record together with the next one, or after a short delay. */
  writeSoon(text: string): void
  /** Resolves when all records written so far are on disk. */
  flushed(): Promise<void>
  read(location: RecordLocation): Promise<string>
  /** Deletes a log file, but not the one to which new records are written. */
  dropSegment(segment: number): Promise<void>
  /**
   * Lists the log files with their sizes in bytes, oldest first; the last one gets the new records.
   */
  segments(): readonly { readonly id: number; readonly bytes: number }[]
  close(): Promise<void>
}

interface PendingWrite {
  readonly record: Buffer
  resolve(location: RecordLocation): void
  reject(error: unknown): void
}

const noteDelayMs = 50
const maxBatchBytes = 8 * 1_048_576

/**
 * Opens the log of a folder and reports every intact record in order. An incomplete record at the
 * end of a file was never acknowledged and is skipped, like a damaged record anywhere. New records
 * go to a new file.
 * @returns also the number of files with an incomplete last record, and the number of damaged
 *   places
 */
export async function openSegmentLog(
  folder: string,
  segmentBytes: number,
  onRecord: (text: string, location: RecordLocation) => void,
): Promise<{ readonly log: SegmentLog; readonly torn: number; readonly damaged: number }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = new Map<number, { handle: FileHandle; bytes: number }>()
  const ids = readdirSync(folder)
    .flatMap((name) => /^(\d{8})\.log$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
  const damageCounts = { torn: 0, damaged: 0 }
  for (const id of ids) {
    const content = readFileSync(segmentPath(folder, id))
    const readResult = readRecords(content, (text, offset, length) =>
      onRecord(text, { segment: id, offset, length }),
    )
    damageCounts.damaged += readResult.damaged
    if (readResult.end < content.length) damageCounts.torn += 1
    // An empty file remains after a write that failed; it is deleted, because many of them would
    // use up the file handles.
    if (readResult.end === 0) {
      await rm(segmentPath(folder, id), { force: true })
      continue
    }
    files.set(id, { handle: await open(segmentPath(folder, id), 'r'), bytes: content.length })
  }
  const startSegment = async (
    id: number,
  ): Promise<{ id: number; handle: FileHandle; bytes: number }> => {
    const handle = await open(segmentPath(folder, id), 'wx+', 0o600)
    try {
      await syncFolder(folder)
    } catch (error) {
      // The file is deleted, because the next attempt needs its name.
      await handle.close().catch(() => {})
      await rm(segmentPath(folder, id), { force: true }).catch(() => {})
      throw error
    }
    const file = { id, handle, bytes: 0 }
    files.set(id, file)
    return file
  }
  const state = {
    active: await startSegment((ids.at(-1) ?? 0) + 1),
    draining: undefined as Promise<void> | undefined,
  }
  const queue: PendingWrite[] = []
  const timer: { note?: NodeJS.Timeout | undefined } = {}

  const writeBatch = async (batch: readonly PendingWrite[]): Promise<void> => {
    try {
      if (state.active.bytes >= segmentBytes) state.active = await startSegment(state.active.id + 1)
      const { id, handle, bytes } = state.active
      const content = Buffer.concat(batch.map(({ record }) => record))
      await writeAll(handle, content, bytes)
      await handle.datasync()
      state.active.bytes += content.length
      batch.reduce((offset, { record, resolve }) => {
        resolve({ segment: id, offset: offset + 8, length: record.length - 8 })
        return offset + record.length
      }, bytes)
    } catch (error) {
      for (const { reject } of batch) {
        reject(error)
      }
      await replaceFailedSegment()
    }
  }
  /**
   * After a partly written record, nothing more is written to the file. A file with nothing else is
   * deleted, because with a full disk each attempt would otherwise keep a file handle open.
   */
  const replaceFailedSegment = async (): Promise<void> => {
    const failedSegment = state.active
    state.active = await startSegment(failedSegment.id + 1).catch(() => failedSegment)
    if (state.active !== failedSegment && failedSegment.bytes === 0)
      await log.dropSegment(failedSegment.id).catch(() => {})
  }
  const drainQueue = (): Promise<void> => {
    clearTimeout(timer.note)
    timer.note = undefined
    state.draining ??= (async () => {
      // All records of one turn of the event loop are written together.
      await new Promise(setImmediate)
      while (queue.length > 0) {
        await writeBatch(takeBatch(queue))
      }
      // `draining` must be reset without waiting for anything more: a caller whose write has just
      // been answered may write again at once.
      state.draining = undefined
    })()
    return state.draining
  }

  const log: SegmentLog = {
    write: (text) =>
      new Promise((resolve, reject) => {
        queue.push({ record: frameRecord(text), resolve, reject })
        void drainQueue()
      }),
    writeSoon(text) {
      queue.push({ record: frameRecord(text), resolve: () => {}, reject: () => {} })
      if (!state.draining) timer.note ??= setTimeout(() => void drainQueue(), noteDelayMs)
    },
    flushed: () => (queue.length > 0 ? drainQueue() : (state.draining ?? Promise.resolve())),
    async read({ segment, offset, length }) {
      const file = files.get(segment)
      if (!file) throw new Error('the segment is gone')
      const buffer = Buffer.alloc(length)
      const { bytesRead } = await file.handle.read(buffer, 0, length, offset)
      if (bytesRead !== length) throw new Error('the segment is shorter than its index')
      return buffer.toString()
    },
    async dropSegment(segment) {
      const file = files.get(segment)
      if (!file || segment === state.active.id) return
      files.delete(segment)
      await file.handle.close()
      await rm(segmentPath(folder, segment), { force: true })
    },
    segments: () =>
      [...files].map(([id, { bytes }]) => ({ id, bytes })).sort((a, b) => a.id - b.id),
    async close() {
      await log.flushed()
      clearTimeout(timer.note)
      for (const { handle } of files.values()) {
        await handle.close()
      }
      files.clear()
    },
  }
  return { log, ...damageCounts }
}

function takeBatch(queue: PendingWrite[]): PendingWrite[] {
  const sum = { bytes: 0 }
  const batchEnd = queue.findIndex(({ record }) => {
    sum.bytes += record.length
    return sum.bytes > maxBatchBytes
  })
  return queue.splice(0, batchEnd < 0 ? queue.length : Math.max(1, batchEnd))
}

async function writeAll(handle: FileHandle, content: Buffer, position: number): Promise<void> {
  for (let writtenBytes = 0; writtenBytes < content.length; ) {
    writtenBytes += (
      await handle.write(
        content,
        writtenBytes,
        content.length - writtenBytes,
        position + writtenBytes,
      )
    ).bytesWritten
  }
}

/**
 * The folder is synced too, because only then the name of a new file is on disk; some file systems
 * do this themselves and refuse the call.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}

function segmentPath(folder: string, id: number): string {
  return join(folder, `${String(id).padStart(8, '0')}.log`)
}

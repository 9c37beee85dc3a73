import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { frameRecord, readRecords } from './record.ts'

/** Where the text of a record lies. */
export interface RecordLocation {
  readonly segment: number
  /** Bytes from the beginning of its file. */
  readonly offset: number
  readonly length: number
}

/**
 * Records in files that are only ever appended to. Many waiting records share one write and one
 * sync.
 */
export interface SegmentLog {
  /** Resolves when the record is on disk; rejects when it may not be. */
  write(text: string): Promise<RecordLocation>
  /** Written along with the next record, or soon. */
  writeSoon(text: string): void
  /** Resolves when everything given so far is on disk. */
  flushed(): Promise<void>
  read(place: RecordLocation): Promise<string>
  /** Deletes a file; not the one that is being written. */
  dropSegment(segment: number): Promise<void>
  /** Oldest first, the one being written last; bytes of each. */
  segments(): readonly { readonly id: number; readonly bytes: number }[]
  close(): Promise<void>
}

interface Waiting {
  readonly record: Buffer
  resolve(place: RecordLocation): void
  reject(error: unknown): void
}

const noteMs = 50
const maxBatchBytes = 8 * 1_048_576

/**
 * Opens the log of a folder: every sound record is reported first, in order. A torn one at the end
 * of its file was never acknowledged and is left out, as is a damaged one anywhere; writing goes on
 * in a new file.
 * @returns also how many files ended in a torn record, and in how many places records were damaged
 */
export async function openSegmentLog(
  folder: string,
  segmentBytes: number,
  onRecord: (text: string, place: RecordLocation) => void,
): Promise<{ readonly log: SegmentLog; readonly torn: number; readonly damaged: number }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = new Map<number, { handle: FileHandle; bytes: number }>()
  const ids = readdirSync(folder)
    .flatMap((name) => /^(\d{8})\.log$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
  const seen = { torn: 0, damaged: 0 }
  for (const id of ids) {
    const content = readFileSync(pathOf(folder, id))
    const read = readRecords(content, (text, offset, length) =>
      onRecord(text, { segment: id, offset, length }),
    )
    seen.damaged += read.damaged
    if (read.end < content.length) seen.torn += 1
    // Of a write that failed before anything was kept; with many of them there are not handles
    // enough.
    if (read.end === 0) {
      await rm(pathOf(folder, id), { force: true })
      continue
    }
    files.set(id, { handle: await open(pathOf(folder, id), 'r'), bytes: content.length })
  }
  const startSegment = async (
    id: number,
  ): Promise<{ id: number; handle: FileHandle; bytes: number }> => {
    const handle = await open(pathOf(folder, id), 'wx+', 0o600)
    try {
      await syncFolder(folder)
    } catch (error) {
      // Its name must be free for the next try.
      await handle.close().catch(() => {})
      await rm(pathOf(folder, id), { force: true }).catch(() => {})
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
  const queue: Waiting[] = []
  const timer: { note?: NodeJS.Timeout | undefined } = {}

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
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
   * Whatever was half written ends its file; one that holds nothing else goes, or a full disk would
   * cost a handle with each try.
   */
  const replaceFailedSegment = async (): Promise<void> => {
    const failed = state.active
    state.active = await startSegment(failed.id + 1).catch(() => failed)
    if (state.active !== failed && failed.bytes === 0)
      await log.dropSegment(failed.id).catch(() => {})
  }
  const drainQueue = (): Promise<void> => {
    clearTimeout(timer.note)
    timer.note = undefined
    state.draining ??= (async () => {
      // Records of one round of the event loop go together.
      await new Promise(setImmediate)
      while (queue.length > 0) {
        await writeBatch(takeBatch(queue))
      }
      // Not a moment later: whoever was just answered may write again at once.
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
      if (!state.draining) timer.note ??= setTimeout(() => void drainQueue(), noteMs)
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
      await rm(pathOf(folder, segment), { force: true })
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
  return { log, ...seen }
}

function takeBatch(queue: Waiting[]): Waiting[] {
  const sum = { bytes: 0 }
  const end = queue.findIndex(({ record }) => {
    sum.bytes += record.length
    return sum.bytes > maxBatchBytes
  })
  return queue.splice(0, end < 0 ? queue.length : Math.max(1, end))
}

async function writeAll(handle: FileHandle, content: Buffer, position: number): Promise<void> {
  for (let done = 0; done < content.length; ) {
    done += (await handle.write(content, done, content.length - done, position + done)).bytesWritten
  }
}

/**
 * A new name is on disk only once its folder is; where a folder cannot be synced, the file system
 * sees to it.
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

function pathOf(folder: string, id: number): string {
  return join(folder, `${String(id).padStart(8, '0')}.log`)
}

import type { Log } from '../../../base/log.ts'
import { makeMailboxes } from './mailboxes.ts'
import {
  countStoredBytes,
  type RelayMessage,
  type RelayStore,
  type StoreLimits,
  type StoreListener,
  unknownProject,
} from './relay-store.ts'
import { openSegmentLog, type RecordLocation } from './segment-log.ts'
import type { Entry } from './shares.ts'
import { takeItemsWithinBytes } from './take-items-within-bytes.ts'

interface StoredMessage extends Entry {
  /**
   * Place of the message in the log files; undefined until it is written. Only a message that is
   * written is delivered.
   */
  place: RecordLocation | undefined
  /** Whether the message was removed from the index, perhaps before it was written. */
  isGone: boolean
}

/**
 * Records of the log file: a message with its acknowledgements (`m`, `a`), a later acknowledgement
 * (`k`), or a deletion before the expiry (`d`).
 */
type LogRecord =
  | { readonly m: RelayMessage; readonly a?: readonly string[] }
  | { readonly k: readonly [string, string, string] }
  | { readonly d: readonly [string, string] }

const maxSegmentBytes = 16 * 1_048_576
/**
 * The oldest log file is rewritten when records that are no longer needed take more bytes than the
 * needed ones and this many more.
 */
const maxSlackBytes = 32 * 1_048_576

/**
 * Stores mailboxes in a folder, with an index in memory. A message whose `append` resolved is on
 * disk and is restored at the next start.
 * @param options.segmentBytes - size at which a new log file begins
 */
export async function diskStore(
  folder: string,
  limits: StoreLimits,
  listener: StoreListener,
  log: Log,
  options: {
    readonly now?: () => number
    readonly segmentBytes?: number
    readonly slackBytes?: number
  } = {},
): Promise<RelayStore> {
  const now = options.now ?? Date.now
  // With a small `maxBytes` the log files must be small too, so their default sizes are limited to
  // a part of it.
  const allowedSlackBytes = options.slackBytes ?? Math.min(maxSlackBytes, limits.maxBytes / 4)
  const segmentBytes = options.segmentBytes ?? Math.min(maxSegmentBytes, limits.maxBytes / 8)
  // The stored messages by the log file that contains them; deleting a log file would lose them.
  const bySegment = new Map<number, Set<StoredMessage>>()
  const liveSize = { bytes: 0 }
  const index = makeMailboxes<StoredMessage>(limits, (entry, isForRoom) => {
    // For a message that is not written yet, no deletion is recorded here: after the write, the
    // writer checks `isGone` and records the deletion itself.
    if (isForRoom && entry.place) writeRecordSoon({ d: [entry.topic, entry.hash] })
    entry.isGone = true
    clearLocation(entry)
  })
  const state = { compacting: undefined as Promise<void> | undefined, isClosed: false }

  const clearLocation = (entry: StoredMessage): void => {
    if (!entry.place) return
    liveSize.bytes -= entry.place.length
    bySegment.get(entry.place.segment)?.delete(entry)
    entry.place = undefined
  }
  const setLocation = (entry: StoredMessage, location: RecordLocation): void => {
    clearLocation(entry)
    entry.place = location
    liveSize.bytes += location.length
    const entries = bySegment.get(location.segment) ?? new Set()
    bySegment.set(location.segment, entries.add(entry))
  }
  const replayRecord = (text: string, location: RecordLocation): void => {
    const logRecord = JSON.parse(text) as LogRecord
    if ('k' in logRecord) return void index.acknowledgeMessage(...logRecord.k)
    const [topic, hash] = 'd' in logRecord ? logRecord.d : [logRecord.m.topic, logRecord.m.hash]
    const knownEntry = index.find(topic, hash, now())
    if ('d' in logRecord) {
      if (knownEntry) index.remove(knownEntry)
      return
    }
    if (logRecord.m.expiresAt <= now()) return
    const acknowledgedBytes = logRecord.a ? Buffer.byteLength(JSON.stringify(logRecord.a)) + 5 : 0
    const entry =
      knownEntry ??
      makeEntry(logRecord.m, logRecord.a ?? [], location.length - wrappingBytes - acknowledgedBytes)
    if (!knownEntry) index.restore(entry)
    setLocation(entry, location)
  }
  const { log: segments, torn, damaged } = await openSegmentLog(folder, segmentBytes, replayRecord)
  const writeRecordSoon = (record: LogRecord): void => segments.writeSoon(JSON.stringify(record))
  log.info({ ...index.counts(), torn }, 'relay mailboxes read')
  if (damaged > 0)
    log.error(
      { damaged },
      'relay mailboxes: damaged records were left out, restore the disk or a copy',
    )
  // At the start messages are deleted only if `maxBytes` was lowered since the last start.
  const droppedCount = index.trimToLimits(now())
  if (droppedCount > 0)
    log.error({ messages: droppedCount }, 'relay mailboxes held more than the configuration allows')

  const readMessage = async (entry: StoredMessage): Promise<RelayMessage | undefined> => {
    const { place: location } = entry
    if (!location) return undefined
    try {
      return (JSON.parse(await segments.read(location)) as { m: RelayMessage }).m
    } catch (error) {
      // If a compaction moved the message while it was read, or the message was deleted, reading is
      // tried again with its new place.
      if (entry.place === location) throw error
      return readMessage(entry)
    }
  }
  const compactOldest = async (): Promise<boolean> => {
    const allSegments = segments.segments()
    for (const { id, bytes } of allSegments) {
      if (bytes === 0) await segments.dropSegment(id)
    }
    const [oldest] = allSegments.filter(({ bytes }) => bytes > 0)
    if (!oldest || oldest.id === allSegments.at(-1)?.id) return false
    const entries = bySegment.get(oldest.id) ?? new Set()
    const totalBytes = allSegments.reduce((sum, { bytes }) => sum + bytes, 0)
    if (entries.size > 0 && totalBytes <= 2 * liveSize.bytes + allowedSlackBytes) return false
    // The oldest log file is always compacted first: acknowledgements in a file refer only to
    // messages in it and in older files.
    for (const entry of [...entries]) {
      const loadedMessage = await readMessage(entry)
      if (!loadedMessage || !entry.place) continue
      const location = await segments.write(
        JSON.stringify({ m: loadedMessage, a: entry.acked } satisfies LogRecord),
      )
      if (entry.place) setLocation(entry, location)
    }
    await segments.dropSegment(oldest.id)
    bySegment.delete(oldest.id)
    return true
  }
  const compactAll = async (): Promise<void> => {
    while (!state.isClosed && (await compactOldest())) {}
  }

  return {
    async append(message) {
      if (index.find(message.topic, message.hash, now())) {
        await segments.flushed()
        if (index.find(message.topic, message.hash, now())) return 'duplicate'
      }
      const text = JSON.stringify({ m: message } satisfies LogRecord)
      const entry = makeEntry(message, [], Buffer.byteLength(text) - wrappingBytes)
      const refusal = index.add(entry, now())
      if (refusal) return refusal
      try {
        const location = await segments.write(text)
        if (entry.isGone) {
          writeRecordSoon({ d: [message.topic, message.hash] })
          return 'full'
        }
        setLocation(entry, location)
      } catch (error) {
        index.remove(entry)
        throw error
      }
      listener.onAppended(message)
      return 'kept'
    },
    async readWaiting({ topic, did, skip, maxBytes }) {
      const waitingEntries = index
        .waitingFor(topic, did, now())
        .filter(({ hash, place: location }) => location && !skip(hash))
      const { taken, hasMore } = takeItemsWithinBytes(waitingEntries, maxBytes)
      const loadedMessages = await Promise.all(taken.map(readMessage))
      return { messages: loadedMessages.filter((message) => message !== undefined), hasMore }
    },
    acknowledgeMessage(topic, did, hash) {
      if (index.acknowledgeMessage(topic, did, hash)) writeRecordSoon({ k: [topic, did, hash] })
    },
    follow: () => undefined,
    unfollow: () => {},
    async dropExpired() {
      index.dropExpired(now())
      state.compacting ??= compactAll().finally(() => {
        state.compacting = undefined
      })
      await state.compacting
    },
    counts: index.counts,
    async close() {
      state.isClosed = true
      await state.compacting?.catch(() => {})
      await segments.close()
    },
  }
}

/** Number of bytes that `{"m":…}` adds around the text of a message. */
const wrappingBytes = 6

function makeEntry(
  message: RelayMessage,
  acked: readonly string[],
  textBytes: number,
): StoredMessage {
  const { topic, hash, publisher, holder, publishedAt, expiresAt, isAwaited } = message
  const { project = unknownProject } = message
  const bytes = countStoredBytes(textBytes)
  return {
    topic,
    hash,
    publisher,
    holder,
    project,
    publishedAt,
    expiresAt,
    bytes,
    acked,
    isSought: isAwaited,
    place: undefined,
    isGone: false,
  }
}

import type { Log } from '../../log.ts'
import { type Entry, mailboxes } from './mailboxes.ts'
import { entryBytes } from './memory-store.ts'
import type { RelayMessage, RelayStore, StoreLimits, StoreListener } from './relay-store.ts'
import { openSegmentLog, type Place } from './segment-log.ts'
import { takeBytes } from './take-bytes.ts'

interface Held extends Entry {
  /** Undefined until it is on disk; then it may be delivered. */
  place: Place | undefined
}

/** Records of the log: a message with who has it, or who has got it since. */
type Kept =
  | { readonly m: RelayMessage; readonly a?: readonly string[] }
  | { readonly k: readonly [string, string, string] }

const segmentBytes = 16 * 1_048_576
/** How much of the log may be dead before the oldest file is rewritten, beside as much as is alive. */
const slackBytes = 32 * 1_048_576

/**
 * Mailboxes in a folder, index in memory: what `append` has answered is on disk, and read back at the next start.
 * @param options.segmentBytes - a file of the log is followed by a new one from this size on
 */
export async function diskStore(
  folder: string,
  limits: StoreLimits,
  listener: StoreListener,
  log: Log,
  options: { readonly now?: () => number; readonly segmentBytes?: number; readonly slackBytes?: number } = {},
): Promise<RelayStore> {
  const now = options.now ?? Date.now
  const slack = options.slackBytes ?? slackBytes
  // Entries by the file that holds them: what a file's end would take along.
  const bySegment = new Map<number, Set<Held>>()
  const live = { bytes: 0 }
  const index = mailboxes<Held>(limits, (entry) => unplace(entry))
  const state = { compacting: undefined as Promise<void> | undefined, isClosed: false, refused: 0 }

  const unplace = (entry: Held): void => {
    if (!entry.place) return
    live.bytes -= entry.place.length
    bySegment.get(entry.place.segment)?.delete(entry)
    entry.place = undefined
  }
  const setPlace = (entry: Held, place: Place): void => {
    unplace(entry)
    entry.place = place
    live.bytes += place.length
    const entries = bySegment.get(place.segment) ?? new Set()
    bySegment.set(place.segment, entries.add(entry))
  }
  const replay = (text: string, place: Place): void => {
    const kept = JSON.parse(text) as Kept
    if ('k' in kept) return void index.ack(...kept.k)
    if (kept.m.expiresAt <= now()) return
    const known = index.find(kept.m.topic, kept.m.hash, now())
    const entry = known ?? entryOf(kept.m, kept.a ?? [])
    if (known || index.add(entry, now()) === undefined) setPlace(entry, place)
    else state.refused += 1
  }
  const { log: segments, torn } = await openSegmentLog(folder, options.segmentBytes ?? segmentBytes, replay)
  log.info({ ...index.counts(), torn }, 'relay mailboxes read')
  // Only after maxBytes was lowered.
  if (state.refused > 0)
    log.error({ messages: state.refused }, 'relay mailboxes hold more than the configuration allows')

  const readMessage = async (entry: Held): Promise<RelayMessage | undefined> => {
    const { place } = entry
    if (!place) return undefined
    try {
      return (JSON.parse(await segments.read(place)) as { m: RelayMessage }).m
    } catch (error) {
      // Moved by a compaction, or gone, while it was read.
      if (entry.place === place) throw error
      return readMessage(entry)
    }
  }
  const compactOldest = async (): Promise<boolean> => {
    const all = segments.segments()
    const [oldest] = all
    if (!oldest || all.length < 2) return false
    const entries = bySegment.get(oldest.id) ?? new Set()
    const size = all.reduce((sum, { bytes }) => sum + bytes, 0)
    if (entries.size > 0 && size <= 2 * live.bytes + slack) return false
    // Oldest first, always: a file's acknowledgements speak only of messages in it and in older ones.
    for (const entry of [...entries]) {
      const m = await readMessage(entry)
      if (!m || !entry.place) continue
      const place = await segments.write(JSON.stringify({ m, a: entry.acked } satisfies Kept))
      if (entry.place) setPlace(entry, place)
    }
    await segments.drop(oldest.id)
    bySegment.delete(oldest.id)
    return true
  }
  const compact = async (): Promise<void> => {
    while (!state.isClosed && (await compactOldest())) {}
  }

  return {
    async append(message) {
      if (index.find(message.topic, message.hash, now())) {
        await segments.flushed()
        if (index.find(message.topic, message.hash, now())) return 'duplicate'
      }
      const entry = entryOf(message, [])
      const refused = index.add(entry, now())
      if (refused) return refused
      try {
        setPlace(entry, await segments.write(JSON.stringify({ m: message } satisfies Kept)))
      } catch (error) {
        index.remove(entry)
        throw error
      }
      listener.onAppended(message)
      return 'kept'
    },
    async deliver({ topic, did, skip, maxBytes }) {
      const waiting = index.waiting(topic, did, now()).filter(({ hash, place }) => place && !skip(hash))
      const { taken, hasMore } = takeBytes(waiting, maxBytes)
      const read = await Promise.all(taken.map(readMessage))
      return { messages: read.filter((message) => message !== undefined), hasMore }
    },
    ack(topic, did, hash) {
      if (index.ack(topic, did, hash)) segments.note(JSON.stringify({ k: [topic, did, hash] } satisfies Kept))
    },
    follow: () => undefined,
    unfollow: () => {},
    async sweep() {
      index.sweep(now())
      state.compacting ??= compact().finally(() => {
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

function entryOf(
  { topic, hash, publisher, publishedAt, expiresAt, message }: RelayMessage,
  acked: readonly string[],
): Held {
  return { topic, hash, publisher, publishedAt, expiresAt, bytes: message.length + entryBytes, acked, place: undefined }
}

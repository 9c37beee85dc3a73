import { makeCounter } from '../counter.ts'
import {
  type AppendResult,
  type ByteLimits,
  computeByteLimits,
  isSmall,
  maxAcked,
  type StoreLimits,
} from './relay-store.ts'
import type { Entry } from './shares.ts'
import { isDroppable, makeStock, type Stock } from './stock.ts'

/** Messages by their hash, in the order of arrival. */
interface Mailbox<E> {
  readonly entries: Map<string, E>
  bytes: number
}

export type Refusal = Exclude<AppendResult, 'kept' | 'duplicate'>

/**
 * The in-memory index of all mailboxes: it keeps the order of messages, finds duplicates, and
 * enforces size limits and expiry.
 */
export interface Mailboxes<E extends Entry> {
  find(topic: string, hash: string, now: number): E | undefined
  add(entry: E, now: number): Refusal | undefined
  /**
   * Adds a message that was stored before the start, without checking limits; the caller then calls
   * `trimToLimits`.
   */
  restore(entry: E): void
  /** Deletes messages until no limit is exceeded; returns how many were deleted. */
  trimToLimits(now: number): number
  remove(entry: E): void
  /**
   * Returns the unexpired messages of a topic that the client neither sent nor acknowledged, oldest
   * first.
   */
  waitingFor(topic: string, did: string, now: number): E[]
  acknowledgeMessage(topic: string, did: string, hash: string): boolean
  dropExpired(now: number): void
  counts(): { readonly topics: number; readonly messages: number; readonly bytes: number }
}

/**
 * Creates the index of all mailboxes.
 * @param onGone - called for each message that was removed; `isForRoom` says whether it was removed
 * before its expiry to make room
 */
export function makeMailboxes<E extends Entry>(
  limits: StoreLimits,
  onGone: (entry: E, isForRoom: boolean) => void = () => {},
): Mailboxes<E> {
  const topics = new Map<string, Mailbox<E>>()
  const bytesByClient = makeCounter()
  const messageCount = { messages: 0 }
  const dropEntry = (entry: E): void => removeEntry(entry, true)
  const wholeStock = makeStock(dropEntry)
  // Every message in `wholeStock` is also in the stock of its project, so that a project whose
  // share of the storage is full can make room by deleting messages of its own.
  const projects = new Map<string, Stock<E>>()

  const removeEntry = (entry: E, isForRoom = false): void => {
    const mailbox = topics.get(entry.topic)
    if (!wholeStock.remove(entry) || !mailbox) return
    const project = projects.get(entry.project)
    project?.remove(entry)
    if (project?.bytes === 0) projects.delete(entry.project)
    mailbox.entries.delete(entry.hash)
    mailbox.bytes -= entry.bytes
    if (mailbox.entries.size === 0) topics.delete(entry.topic)
    bytesByClient.add(entry.publisher, -entry.bytes)
    messageCount.messages -= 1
    onGone(entry, isForRoom)
  }
  const makeRoomIn = (mailbox: Mailbox<E>, bytes: number, now: number): boolean => {
    const lacksRoom = (): boolean =>
      mailbox.entries.size >= limits.topicMessages || mailbox.bytes + bytes > limits.topicBytes
    for (const oldEntry of mailbox.entries.values()) {
      if (!lacksRoom()) return true
      if (isDroppable(oldEntry, now)) dropEntry(oldEntry)
    }
    return !lacksRoom()
  }
  /**
   * Makes room for a message in the storage share of its project; false when that share stays full.
   */
  const makeRoomInProject = (
    { bytes, project, holder }: E,
    byteLimits: Pick<ByteLimits, 'project' | 'anyInProject'>,
    now: number,
  ): boolean => {
    const projectStock = projects.get(project)
    const projectBytes = projectStock?.bytes ?? 0
    // A project may hold more than its limit, if the limit was larger before. Then only as much is
    // deleted as the new message needs.
    const allowedBytes = projectBytes > byteLimits.anyInProject ? projectBytes : byteLimits.project
    if (!projectStock) return bytes <= allowedBytes
    const lacksRoom = (): boolean => projectStock.bytes + bytes > allowedBytes
    if (lacksRoom()) projectStock.dropDroppable(lacksRoom, now)
    // What the publisher's network address stores in all projects together counts here, so that its
    // new message displaces no message of an address that stores less.
    if (lacksRoom()) projectStock.dropLargest(lacksRoom, wholeStock.ofHolder(holder) + bytes)
    return !lacksRoom()
  }
  const putEntry = (entry: E): void => {
    const mailbox = topics.get(entry.topic) ?? { entries: new Map<string, E>(), bytes: 0 }
    topics.set(entry.topic, mailbox)
    mailbox.entries.set(entry.hash, entry)
    mailbox.bytes += entry.bytes
    wholeStock.add(entry)
    const project = projects.get(entry.project) ?? makeStock(dropEntry)
    projects.set(entry.project, project)
    project.add(entry)
    bytesByClient.add(entry.publisher, entry.bytes)
    messageCount.messages += 1
  }

  return {
    remove: (entry) => removeEntry(entry),
    restore: putEntry,
    find(topic, hash, now) {
      const existingEntry = topics.get(topic)?.entries.get(hash)
      if (!existingEntry || existingEntry.expiresAt > now) return existingEntry
      removeEntry(existingEntry)
      return undefined
    },
    add(entry, now) {
      const { topic, holder, publisher, bytes } = entry
      const topicMailbox = topics.get(topic)
      if (topicMailbox ? !makeRoomIn(topicMailbox, bytes, now) : bytes > limits.topicBytes)
        return 'topic-full'
      const byteLimits = computeByteLimits(limits, isSmall(entry, bytes))
      const lacksRoom = (): boolean => wholeStock.bytes + bytes > byteLimits.all
      if (lacksRoom()) wholeStock.dropDroppable(lacksRoom, now)
      const isOverShare = (): boolean =>
        wholeStock.ofHolder(holder) + bytes > byteLimits.holder ||
        bytesByClient.of(publisher) + bytes > byteLimits.client
      for (
        let ackedEntry = wholeStock.ackedOf(holder);
        ackedEntry && isOverShare();
        ackedEntry = wholeStock.ackedOf(holder)
      ) {
        dropEntry(ackedEntry)
      }
      if (isOverShare()) return 'share-full'
      if (!makeRoomInProject(entry, byteLimits, now)) return 'project-full'
      if (lacksRoom()) wholeStock.dropLargest(lacksRoom, wholeStock.ofHolder(holder) + bytes)
      if (lacksRoom()) return 'full'
      putEntry(entry)
      return undefined
    },
    trimToLimits(now) {
      const countBefore = messageCount.messages
      const lacksRoom = (): boolean => wholeStock.bytes > limits.maxBytes
      if (lacksRoom()) wholeStock.dropDroppable(lacksRoom, now)
      wholeStock.dropLargest(lacksRoom, 0)
      return countBefore - messageCount.messages
    },
    waitingFor(topic, did, now) {
      const entries = [...(topics.get(topic)?.entries.values() ?? [])].filter(
        (one) => one.publisher !== did && one.expiresAt > now,
      )
      for (const waitingEntry of entries) {
        if (waitingEntry.isSought) continue
        waitingEntry.isSought = true
        wholeStock.markSought(waitingEntry)
        projects.get(waitingEntry.project)?.markSought(waitingEntry)
      }
      // Messages that were restored must be sorted, because a compacted log is out of order.
      return entries
        .filter(({ acked }) => !acked.includes(did))
        .sort((a, b) => a.publishedAt - b.publishedAt)
    },
    acknowledgeMessage(topic, did, hash) {
      const entry = topics.get(topic)?.entries.get(hash)
      if (!entry || entry.acked.includes(did) || entry.acked.length >= maxAcked) return false
      entry.acked = [...entry.acked, did]
      wholeStock.markAcknowledged(entry)
      projects.get(entry.project)?.markAcknowledged(entry)
      return true
    },
    dropExpired(now) {
      for (const dueEntry of wholeStock.dueAt(now)) {
        if (dueEntry.expiresAt <= now) removeEntry(dueEntry)
      }
    },
    counts: () => ({
      topics: topics.size,
      messages: messageCount.messages,
      bytes: wholeStock.bytes,
    }),
  }
}

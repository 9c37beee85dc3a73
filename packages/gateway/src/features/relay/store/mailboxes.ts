import { makeCounter } from '../counter.ts'
import {
  type AppendResult,
  computeByteLimits,
  isSmall,
  type MostBytes,
  maxAcked,
  type StoreLimits,
} from './relay-store.ts'
import type { Entry } from './shares.ts'
import { isFree, makeStock, type Stock } from './stock.ts'

/** Entries by hash, in the order of arrival. */
interface Mailbox<E> {
  readonly entries: Map<string, E>
  bytes: number
}

export type Refusal = Exclude<AppendResult, 'kept' | 'duplicate'>

/** The index of all mailboxes: order, duplicates, size limits and expiry. */
export interface Mailboxes<E extends Entry> {
  find(topic: string, hash: string, now: number): E | undefined
  add(entry: E, now: number): Refusal | undefined
  /** Adds a stored message without a limit check; `trimToLimits` follows. */
  restore(entry: E): void
  /** Deletes messages above the limits; returns how many. */
  trimToLimits(now: number): number
  remove(entry: E): void
  /** Unexpired messages that the client neither sent nor acknowledged, oldest first. */
  waitingFor(topic: string, did: string, now: number): E[]
  acknowledgeMessage(topic: string, did: string, hash: string): boolean
  dropExpired(now: number): void
  counts(): { readonly topics: number; readonly messages: number; readonly bytes: number }
}

/**
 * Creates the index.
 * @param onGone - called for each entry that was removed; `isForRoom` says whether it was removed
 * before its expiry to make room
 */
export function makeMailboxes<E extends Entry>(
  limits: StoreLimits,
  onGone: (entry: E, isForRoom: boolean) => void = () => {},
): Mailboxes<E> {
  const topics = new Map<string, Mailbox<E>>()
  const ofClients = makeCounter()
  const count = { messages: 0 }
  const dropEntry = (entry: E): void => removeEntry(entry, true)
  const whole = makeStock(dropEntry)
  // Every message is also in the stock of its project, so that a project with a full share can make
  // room among its own messages.
  const projects = new Map<string, Stock<E>>()

  const removeEntry = (entry: E, isForRoom = false): void => {
    const mailbox = topics.get(entry.topic)
    if (!whole.remove(entry) || !mailbox) return
    const project = projects.get(entry.project)
    project?.remove(entry)
    if (project?.bytes === 0) projects.delete(entry.project)
    mailbox.entries.delete(entry.hash)
    mailbox.bytes -= entry.bytes
    if (mailbox.entries.size === 0) topics.delete(entry.topic)
    ofClients.add(entry.publisher, -entry.bytes)
    count.messages -= 1
    onGone(entry, isForRoom)
  }
  const makeRoomIn = (mailbox: Mailbox<E>, bytes: number, now: number): boolean => {
    const isShort = (): boolean =>
      mailbox.entries.size >= limits.topicMessages || mailbox.bytes + bytes > limits.topicBytes
    for (const one of mailbox.entries.values()) {
      if (!isShort()) return true
      if (isFree(one, now)) dropEntry(one)
    }
    return !isShort()
  }
  /** Makes room for a message in its project; false when the project's share stays full. */
  const makeRoomInProject = (
    { bytes, project, holder }: E,
    byteLimits: Pick<MostBytes, 'project' | 'anyInProject'>,
    now: number,
  ): boolean => {
    const stock = projects.get(project)
    const holderShares = stock?.bytes ?? 0
    // A project may hold more than its limit if its share was larger before. It then loses only as
    // much as a new message needs.
    const allowed = holderShares > byteLimits.anyInProject ? holderShares : byteLimits.project
    if (!stock) return bytes <= allowed
    const isShort = (): boolean => stock.bytes + bytes > allowed
    if (isShort()) stock.dropFree(isShort, now)
    // All bytes of the publisher's address count here, in every project, so that it cannot displace
    // messages of an address that holds less.
    if (isShort()) stock.dropLargest(isShort, whole.ofHolder(holder) + bytes)
    return !isShort()
  }
  const putEntry = (entry: E): void => {
    const mailbox = topics.get(entry.topic) ?? { entries: new Map<string, E>(), bytes: 0 }
    topics.set(entry.topic, mailbox)
    mailbox.entries.set(entry.hash, entry)
    mailbox.bytes += entry.bytes
    whole.add(entry)
    const project = projects.get(entry.project) ?? makeStock(dropEntry)
    projects.set(entry.project, project)
    project.add(entry)
    ofClients.add(entry.publisher, entry.bytes)
    count.messages += 1
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
      const isShort = (): boolean => whole.bytes + bytes > byteLimits.all
      if (isShort()) whole.dropFree(isShort, now)
      const isOver = (): boolean =>
        whole.ofHolder(holder) + bytes > byteLimits.holder ||
        ofClients.of(publisher) + bytes > byteLimits.client
      for (let one = whole.ackedOf(holder); one && isOver(); one = whole.ackedOf(holder)) {
        dropEntry(one)
      }
      if (isOver()) return 'share-full'
      if (!makeRoomInProject(entry, byteLimits, now)) return 'project-full'
      if (isShort()) whole.dropLargest(isShort, whole.ofHolder(holder) + bytes)
      if (isShort()) return 'full'
      putEntry(entry)
      return undefined
    },
    trimToLimits(now) {
      const countBefore = count.messages
      const isShort = (): boolean => whole.bytes > limits.maxBytes
      if (isShort()) whole.dropFree(isShort, now)
      whole.dropLargest(isShort, 0)
      return countBefore - count.messages
    },
    waitingFor(topic, did, now) {
      const entries = [...(topics.get(topic)?.entries.values() ?? [])].filter(
        (one) => one.publisher !== did && one.expiresAt > now,
      )
      for (const one of entries) {
        if (one.isSought) continue
        one.isSought = true
        whole.markSought(one)
        projects.get(one.project)?.markSought(one)
      }
      // Restored entries need sorting: a compacted log is out of order.
      return entries
        .filter(({ acked }) => !acked.includes(did))
        .sort((a, b) => a.publishedAt - b.publishedAt)
    },
    acknowledgeMessage(topic, did, hash) {
      const entry = topics.get(topic)?.entries.get(hash)
      if (!entry || entry.acked.includes(did) || entry.acked.length >= maxAcked) return false
      entry.acked = [...entry.acked, did]
      whole.markAcknowledged(entry)
      projects.get(entry.project)?.markAcknowledged(entry)
      return true
    },
    dropExpired(now) {
      for (const one of whole.dueAt(now)) {
        if (one.expiresAt <= now) removeEntry(one)
      }
    },
    counts: () => ({ topics: topics.size, messages: count.messages, bytes: whole.bytes }),
  }
}

import { isSmall, maxAcked, mostBytes, type StoreLimits } from './relay-store.ts'
import { type Entry, makeShares, type Shares } from './shares.ts'

/** Entries by hash, in the order of arrival. */
interface Mailbox<E> {
  readonly entries: Map<string, E>
  bytes: number
}

/** The index of all mailboxes: order, duplicates, size limits and expiry. */
export interface Mailboxes<E extends Entry> {
  find(topic: string, hash: string, now: number): E | undefined
  add(entry: E, now: number): 'topic-full' | 'share-full' | 'full' | undefined
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

const slotMs = 60_000
/** After a failed search for room, milliseconds until the next search. */
const fullMs = 1_000

/**
 * Creates the index.
 * @param onGone - called for each entry that left, and whether it left before its expiry to make
 *   room
 */
export function makeMailboxes<E extends Entry>(
  limits: StoreLimits,
  onGone: (entry: E, isForRoom: boolean) => void = () => {},
): Mailboxes<E> {
  const topics = new Map<string, Mailbox<E>>()
  // Entries by the minute of their expiry: neither sweeping nor making room scans everything.
  const slots = new Map<number, Set<E>>()
  const held: Shares<E> = makeShares()
  const total = { messages: 0, bytes: 0, fullUntil: 0 }

  const removeEntry = (entry: E, isForRoom = false): void => {
    const slot = slots.get(slotOf(entry))
    const mailbox = topics.get(entry.topic)
    if (!slot?.delete(entry) || !mailbox) return
    if (slot.size === 0) slots.delete(slotOf(entry))
    mailbox.entries.delete(entry.hash)
    mailbox.bytes -= entry.bytes
    if (mailbox.entries.size === 0) topics.delete(entry.topic)
    held.remove(entry)
    total.messages -= 1
    total.bytes -= entry.bytes
    onGone(entry, isForRoom)
  }
  const makeRoomIn = (mailbox: Mailbox<E>, bytes: number, now: number): boolean => {
    const isShort = (): boolean =>
      mailbox.entries.size >= limits.topicMessages || mailbox.bytes + bytes > limits.topicBytes
    for (const one of mailbox.entries.values()) {
      if (!isShort()) return true
      if (isFree(one, now)) removeEntry(one, true)
    }
    return !isShort()
  }
  /** Deletes expired and acknowledged messages until there is room. */
  const dropFree = (isShort: () => boolean, now: number): void => {
    // A wait longer than `fullMs` means that the clock was set back, so the wait is over.
    if (now < total.fullUntil && total.fullUntil - now <= fullMs) return
    for (const slot of [...slots.keys()].sort((a, b) => a - b)) {
      for (const one of slots.get(slot) ?? []) {
        if (!isShort()) return
        if (isFree(one, now)) removeEntry(one, true)
      }
    }
    if (isShort()) total.fullUntil = now + fullMs
  }
  /** Deletes messages of the largest holders, as long as they hold more than `least` bytes. */
  const dropLargest = (isShort: () => boolean, least: number): void => {
    while (isShort()) {
      const largest = held.largestHolder()
      if (!largest || largest.bytes <= least) return
      // Finding the next holder scans all of them, so a little more than one message is deleted.
      const enough = total.bytes - limits.maxBytes / 1_024
      while (largest.bytes > least && (isShort() || total.bytes > enough)) {
        removeEntry(largest.next(), true)
      }
    }
  }
  const putEntry = (entry: E): void => {
    const mailbox = topics.get(entry.topic) ?? { entries: new Map<string, E>(), bytes: 0 }
    topics.set(entry.topic, mailbox)
    mailbox.entries.set(entry.hash, entry)
    mailbox.bytes += entry.bytes
    const slot = slots.get(slotOf(entry)) ?? new Set()
    slots.set(slotOf(entry), slot.add(entry))
    held.add(entry)
    total.messages += 1
    total.bytes += entry.bytes
  }

  return {
    remove: (entry) => removeEntry(entry),
    restore: putEntry,
    find(topic, hash, now) {
      const known = topics.get(topic)?.entries.get(hash)
      if (!known || known.expiresAt > now) return known
      removeEntry(known)
      return undefined
    },
    add(entry, now) {
      const { topic, holder, publisher, bytes } = entry
      const there = topics.get(topic)
      if (there ? !makeRoomIn(there, bytes, now) : bytes > limits.topicBytes) return 'topic-full'
      const most = mostBytes(limits, isSmall(entry, bytes))
      const isShort = (): boolean => total.bytes + bytes > most.all
      if (isShort()) dropFree(isShort, now)
      const isOver = (): boolean =>
        held.ofHolder(holder) + bytes > most.holder ||
        held.ofClient(publisher) + bytes > most.client
      for (let one = held.ackedOf(holder); one && isOver(); one = held.ackedOf(holder)) {
        removeEntry(one, true)
      }
      if (isOver()) return 'share-full'
      if (isShort()) dropLargest(isShort, held.ofHolder(holder) + bytes)
      if (isShort()) return 'full'
      putEntry(entry)
      return undefined
    },
    trimToLimits(now) {
      const before = total.messages
      const isShort = (): boolean => total.bytes > limits.maxBytes
      if (isShort()) dropFree(isShort, now)
      dropLargest(isShort, 0)
      return before - total.messages
    },
    waitingFor(topic, did, now) {
      const entries = [...(topics.get(topic)?.entries.values() ?? [])].filter(
        (one) => one.publisher !== did && one.expiresAt > now,
      )
      for (const one of entries) {
        held.markSought(one)
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
      held.markAcknowledged(entry)
      return true
    },
    dropExpired(now) {
      for (const [slot, entries] of slots) {
        if (slot * slotMs <= now)
          for (const one of entries) {
            if (one.expiresAt <= now) removeEntry(one)
          }
      }
    },
    counts: () => ({ topics: topics.size, messages: total.messages, bytes: total.bytes }),
  }
}

function slotOf({ expiresAt }: Entry): number {
  return Math.floor(expiresAt / slotMs)
}

function isFree({ expiresAt, acked }: Entry, now: number): boolean {
  return expiresAt <= now || acked.length > 0
}

import type { StoreLimits } from './relay-store.ts'

/** What is held in memory of a message, wherever its text lies. */
export interface Entry {
  readonly topic: string
  readonly hash: string
  readonly publisher: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** What it counts for. */
  readonly bytes: number
  /** Clients that have it. */
  acked: readonly string[]
}

/** By hash, in order of arrival. */
interface Mailbox<E> {
  readonly entries: Map<string, E>
  bytes: number
}

/** The index of all mailboxes: order, duplicates, room, expiry. */
export interface Mailboxes<E extends Entry> {
  find(topic: string, hash: string, now: number): E | undefined
  add(entry: E, now: number): 'topic-full' | 'full' | undefined
  remove(entry: E): void
  /** Live, not the client's own, not acknowledged by it; oldest first. */
  waiting(topic: string, did: string, now: number): E[]
  ack(topic: string, did: string, hash: string): boolean
  sweep(now: number): void
  counts(): { readonly topics: number; readonly messages: number; readonly bytes: number }
}

const slotMs = 60_000
/** Beyond it an acknowledgement is forgotten, and the message delivered again to that client. */
const maxAcked = 16
/** After a search for room that found none, how long the next one waits. */
const fullMs = 1_000

/** @param onGone - told of each entry that left, by age, for room or by `remove` */
export function mailboxes<E extends Entry>(limits: StoreLimits, onGone: (entry: E) => void = () => {}): Mailboxes<E> {
  const topics = new Map<string, Mailbox<E>>()
  // By the minute of their expiry: neither sweeping nor making room walks through everything.
  const slots = new Map<number, Set<E>>()
  const total = { messages: 0, bytes: 0, fullUntil: 0 }

  const remove = (entry: E): void => {
    const slot = slots.get(slotOf(entry))
    const mailbox = topics.get(entry.topic)
    if (!slot?.delete(entry) || !mailbox) return
    if (slot.size === 0) slots.delete(slotOf(entry))
    mailbox.entries.delete(entry.hash)
    mailbox.bytes -= entry.bytes
    if (mailbox.entries.size === 0) topics.delete(entry.topic)
    total.messages -= 1
    total.bytes -= entry.bytes
    onGone(entry)
  }
  const makeRoomIn = (mailbox: Mailbox<E>, bytes: number, now: number): boolean => {
    const isShort = (): boolean =>
      mailbox.entries.size >= limits.topicMessages || mailbox.bytes + bytes > limits.topicBytes
    for (const one of mailbox.entries.values()) {
      if (!isShort()) return true
      if (isFree(one, now)) remove(one)
    }
    return !isShort()
  }
  const makeRoom = (bytes: number, now: number): boolean => {
    const isShort = (): boolean => total.bytes + bytes > limits.maxBytes
    if (!isShort()) return true
    if (now < total.fullUntil) return false
    for (const slot of [...slots.keys()].sort((a, b) => a - b))
      for (const one of slots.get(slot) ?? []) {
        if (!isShort()) return true
        if (isFree(one, now)) remove(one)
      }
    if (isShort()) total.fullUntil = now + fullMs
    return !isShort()
  }

  return {
    remove,
    find(topic, hash, now) {
      const known = topics.get(topic)?.entries.get(hash)
      if (!known || known.expiresAt > now) return known
      remove(known)
      return undefined
    },
    add(entry, now) {
      const there = topics.get(entry.topic)
      if (there ? !makeRoomIn(there, entry.bytes, now) : entry.bytes > limits.topicBytes) return 'topic-full'
      if (!makeRoom(entry.bytes, now)) return 'full'
      const mailbox = topics.get(entry.topic) ?? { entries: new Map<string, E>(), bytes: 0 }
      topics.set(entry.topic, mailbox)
      mailbox.entries.set(entry.hash, entry)
      mailbox.bytes += entry.bytes
      const slot = slots.get(slotOf(entry)) ?? new Set()
      slots.set(slotOf(entry), slot.add(entry))
      total.messages += 1
      total.bytes += entry.bytes
      return undefined
    },
    waiting: (topic, did, now) =>
      [...(topics.get(topic)?.entries.values() ?? [])]
        .filter((one) => one.publisher !== did && one.expiresAt > now && !one.acked.includes(did))
        // A log that was compacted does not give them back in order.
        .sort((a, b) => a.publishedAt - b.publishedAt),
    ack(topic, did, hash) {
      const entry = topics.get(topic)?.entries.get(hash)
      if (!entry || entry.acked.includes(did) || entry.acked.length >= maxAcked) return false
      entry.acked = [...entry.acked, did]
      return true
    },
    sweep(now) {
      for (const [slot, entries] of slots)
        if (slot * slotMs <= now) for (const one of entries) if (one.expiresAt <= now) remove(one)
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

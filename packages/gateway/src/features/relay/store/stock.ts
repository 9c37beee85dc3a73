import { type Entry, makeHolderShares } from './shares.ts'

/**
 * Stored messages that count against one size limit: that of the whole relay, or that of a project.
 */
export interface Stock<E extends Entry> {
  readonly bytes: number
  add(entry: E): void
  /** Removes a message; returns false when it is not in this stock. */
  remove(entry: E): boolean
  /**
   * Must be called when `isSought` of a message becomes true. From then on, the messages that no
   * other client has requested are deleted before it.
   */
  markSought(entry: E): void
  /**
   * Must be called when the first client acknowledges a message. From then on, the message is among
   * the first to be deleted.
   */
  markAcknowledged(entry: E): void
  ofHolder(holder: string): number
  /**
   * Returns a message of the holder (a network address) that can be deleted without harm, which is
   * an acknowledged one; undefined when there is none.
   */
  ackedOf(holder: string): E | undefined
  /** Deletes expired and acknowledged messages, in the order of expiry, until there is room. */
  dropDroppable(isShort: () => boolean, now: number): void
  /**
   * Deletes messages of the holders (network addresses) with the most bytes, until there is room or
   * none of them has more than `least` bytes.
   */
  dropLargest(isShort: () => boolean, least: number): void
  /** Returns messages that may have expired by `now`; the caller must check each of them. */
  dueAt(now: number): Iterable<E>
}

const minuteMs = 60_000
/**
 * Milliseconds without a search for messages to delete, after a search did not make enough room.
 */
const fullRetryMs = 1_000

/**
 * @param drop - deletes a message to make room; it must remove the message from every stock that
 * contains it, including this one
 */
export function makeStock<E extends Entry>(drop: (entry: E) => void): Stock<E> {
  // Messages are grouped by the minute in which they expire, so that expired ones are found without
  // a scan of all messages.
  const entriesByMinute = new Map<number, Set<E>>()
  const holderShares = makeHolderShares<E>()
  const state = { bytes: 0, fullUntil: 0 }
  return {
    get bytes() {
      return state.bytes
    },
    add(entry) {
      const minuteEntries = entriesByMinute.get(computeExpiryMinute(entry)) ?? new Set()
      entriesByMinute.set(computeExpiryMinute(entry), minuteEntries.add(entry))
      holderShares.add(entry)
      state.bytes += entry.bytes
    },
    remove(entry) {
      const minuteEntries = entriesByMinute.get(computeExpiryMinute(entry))
      if (!minuteEntries?.delete(entry)) return false
      if (minuteEntries.size === 0) entriesByMinute.delete(computeExpiryMinute(entry))
      holderShares.remove(entry)
      state.bytes -= entry.bytes
      return true
    },
    markSought: holderShares.markSought,
    markAcknowledged: holderShares.markAcknowledged,
    ofHolder: holderShares.ofHolder,
    ackedOf: holderShares.ackedOf,
    dropDroppable(isShort, now) {
      // A remaining pause longer than `fullRetryMs` means that the clock was set back, so the pause
      // is over.
      if (now < state.fullUntil && state.fullUntil - now <= fullRetryMs) return
      for (const minute of [...entriesByMinute.keys()].sort((a, b) => a - b)) {
        for (const entry of entriesByMinute.get(minute) ?? []) {
          if (!isShort()) return
          if (isDroppable(entry, now)) drop(entry)
        }
      }
      if (isShort()) state.fullUntil = now + fullRetryMs
    },
    dropLargest(isShort, least) {
      while (isShort()) {
        const largest = holderShares.largestHolder()
        if (!largest || largest.bytes <= least) return
        // Finding the largest holder scans all holders, so about a thousandth of all bytes is
        // deleted before the next search, instead of one message.
        const targetBytes = state.bytes - state.bytes / 1_024
        while (largest.bytes > least && (isShort() || state.bytes > targetBytes)) {
          drop(largest.next())
        }
      }
    },
    *dueAt(now) {
      for (const [minute, entries] of entriesByMinute) {
        if (minute * minuteMs <= now) yield* entries
      }
    },
  }
}

/**
 * Whether a message may be deleted first when room is needed: it has expired or was acknowledged.
 */
export function isDroppable({ expiresAt, acked }: Entry, now: number): boolean {
  return expiresAt <= now || acked.length > 0
}

function computeExpiryMinute({ expiresAt }: Entry): number {
  return Math.floor(expiresAt / minuteMs)
}

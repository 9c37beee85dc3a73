import { type Entry, makeHolderShares } from './shares.ts'

/** Messages that share a size limit: all of the relay, or those of one project. */
export interface Stock<E extends Entry> {
  readonly bytes: number
  add(entry: E): void
  /** Removes a message; returns false when it is not in this stock. */
  remove(entry: E): boolean
  /**
   * Must be called when the message's `isSought` has become true; the message is then deleted after
   * those that no other client requested.
   */
  markSought(entry: E): void
  /**
   * Must be called when the first client has acknowledged the message; the message is then among
   * the first to be deleted.
   */
  markAcknowledged(entry: E): void
  ofHolder(holder: string): number
  /** A message that the holder can lose without harm: an acknowledged one. */
  ackedOf(holder: string): E | undefined
  /** Deletes expired and acknowledged messages, in the order of expiry, until there is room. */
  dropDroppable(isShort: () => boolean, now: number): void
  /** Deletes messages of the largest holders, as long as they hold more than `least` bytes. */
  dropLargest(isShort: () => boolean, least: number): void
  /**
   * Messages that may have expired by `now`; the caller must check each and keep the unexpired
   * ones.
   */
  dueAt(now: number): Iterable<E>
}

const slotMs = 60_000
/** After a failed search for room, milliseconds until the next search. */
const fullRetryMs = 1_000

/**
 * @param drop - deletes a message to make room, everywhere: it must call `remove` of this stock
 */
export function makeStock<E extends Entry>(drop: (entry: E) => void): Stock<E> {
  // Entries are grouped by the minute of their expiry, so that the expired ones are found without a
  // scan of all entries.
  const slots = new Map<number, Set<E>>()
  const holderShares = makeHolderShares<E>()
  const state = { bytes: 0, fullUntil: 0 }
  return {
    get bytes() {
      return state.bytes
    },
    add(entry) {
      const slot = slots.get(computeSlot(entry)) ?? new Set()
      slots.set(computeSlot(entry), slot.add(entry))
      holderShares.add(entry)
      state.bytes += entry.bytes
    },
    remove(entry) {
      const slot = slots.get(computeSlot(entry))
      if (!slot?.delete(entry)) return false
      if (slot.size === 0) slots.delete(computeSlot(entry))
      holderShares.remove(entry)
      state.bytes -= entry.bytes
      return true
    },
    markSought: holderShares.markSought,
    markAcknowledged: holderShares.markAcknowledged,
    ofHolder: holderShares.ofHolder,
    ackedOf: holderShares.ackedOf,
    dropDroppable(isShort, now) {
      // A wait longer than `fullRetryMs` means that the clock was set back, so the wait is over.
      if (now < state.fullUntil && state.fullUntil - now <= fullRetryMs) return
      for (const slot of [...slots.keys()].sort((a, b) => a - b)) {
        for (const slotEntry of slots.get(slot) ?? []) {
          if (!isShort()) return
          if (isDroppable(slotEntry, now)) drop(slotEntry)
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
      for (const [slot, entries] of slots) {
        if (slot * slotMs <= now) yield* entries
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

function computeSlot({ expiresAt }: Entry): number {
  return Math.floor(expiresAt / slotMs)
}

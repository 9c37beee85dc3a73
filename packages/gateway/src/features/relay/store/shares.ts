/** The part of a message that is kept in memory, wherever the message's text is stored. */
export interface Entry {
  readonly topic: string
  readonly hash: string
  readonly publisher: string
  readonly holder: string
  /** The project that it counts for; `unknownProject` when its publisher named no known one. */
  readonly project: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** Counted size of the message. */
  readonly bytes: number
  /** `did:key`s of clients that acknowledged it. */
  acked: readonly string[]
  /** Whether a client other than the publisher listened to the topic, or requested the mailbox. */
  isSought: boolean
}

/** Messages of one holder, in the order in which they would be deleted. */
interface HolderShare<E> {
  bytes: number
  /**
   * Three sets, each in the order of addition: acknowledged messages, messages on topics that no
   * other client requested, and all others.
   */
  readonly acked: Set<E>
  readonly unsought: Set<E>
  readonly sought: Set<E>
}

/** Messages and bytes by holder, in the whole relay or in one project. */
export interface Shares<E extends Entry> {
  add(entry: E): void
  remove(entry: E): void
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
  /** A message that the holder can lose without harm: an acknowledged one. */
  ackedOf(holder: string): E | undefined
  ofHolder(holder: string): number
  /** The holder with the most bytes; `next` returns the message it would lose first. */
  largestHolder(): { readonly bytes: number; next(): E } | undefined
}

export function makeHolderShares<E extends Entry>(): Shares<E> {
  const holders = new Map<string, HolderShare<E>>()
  return {
    add(entry) {
      const share = holders.get(entry.holder) ?? {
        bytes: 0,
        acked: new Set<E>(),
        unsought: new Set<E>(),
        sought: new Set<E>(),
      }
      holders.set(entry.holder, share)
      share.bytes += entry.bytes
      share[shareKind(entry)].add(entry)
    },
    remove(entry) {
      const share = holders.get(entry.holder)
      if (!share?.[shareKind(entry)].delete(entry)) return
      share.bytes -= entry.bytes
      if (share.bytes <= 0) holders.delete(entry.holder)
    },
    markSought(entry) {
      const share = holders.get(entry.holder)
      if (share?.unsought.delete(entry)) share.sought.add(entry)
    },
    markAcknowledged(entry) {
      const share = holders.get(entry.holder)
      if (share?.unsought.delete(entry) || share?.sought.delete(entry)) share?.acked.add(entry)
    },
    ackedOf: (holder) => holders.get(holder)?.acked.values().next().value,
    ofHolder: (holder) => holders.get(holder)?.bytes ?? 0,
    largestHolder() {
      let largestShare: HolderShare<E> | undefined
      for (const share of holders.values()) {
        if (!largestShare || share.bytes > largestShare.bytes) largestShare = share
      }
      if (!largestShare) return undefined
      const largest = largestShare
      return {
        get bytes() {
          return largest.bytes
        },
        next: () =>
          [largest.acked, largest.unsought, largest.sought]
            .find(({ size }) => size > 0)
            ?.values()
            .next().value as E,
      }
    },
  }
}

function shareKind({ acked, isSought }: Entry): 'acked' | 'sought' | 'unsought' {
  if (acked.length > 0) return 'acked'
  return isSought ? 'sought' : 'unsought'
}

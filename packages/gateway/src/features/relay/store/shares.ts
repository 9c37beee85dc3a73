/** The part of a message that is kept in memory, wherever the message's text is stored. */
export interface Entry {
  readonly topic: string
  readonly hash: string
  readonly publisher: string
  readonly holder: string
  /**
   * Id of the project for which the message counts; `unknownProject` when its publisher named no
   * known project.
   */
  readonly project: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** Size with which the message counts against the limits, in bytes. */
  readonly bytes: number
  /** `did:key` of each client that acknowledged the message. */
  acked: readonly string[]
  /** Whether a client other than the publisher listened to the topic, or read its mailbox. */
  isSought: boolean
}

/**
 * The messages that one holder (a network address) published, in the order in which they would be
 * deleted.
 */
interface HolderShare<E> {
  bytes: number
  /**
   * The holder's messages in three sets, each in the order of addition: acknowledged messages,
   * messages on topics to which no other client listened, and all others.
   */
  readonly acked: Set<E>
  readonly unsought: Set<E>
  readonly sought: Set<E>
}

/**
 * The messages and bytes of each holder (a network address that publishes), in the whole relay or
 * in one project.
 */
export interface Shares<E extends Entry> {
  add(entry: E): void
  remove(entry: E): void
  /**
   * Must be called when `isSought` of a message has become true. From then on, the messages that no
   * other client has requested are deleted before it.
   */
  markSought(entry: E): void
  /**
   * Must be called when the first client has acknowledged a message. From then on, the message is
   * among the first to be deleted.
   */
  markAcknowledged(entry: E): void
  /**
   * Returns a message of the holder that can be deleted without harm, which is an acknowledged one;
   * undefined when there is none.
   */
  ackedOf(holder: string): E | undefined
  ofHolder(holder: string): number
  /**
   * Returns the holder with the most bytes; `next` returns the message of it that would be deleted
   * first.
   */
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

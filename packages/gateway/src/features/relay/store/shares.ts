/** What is held in memory of a message, wherever its text lies. */
export interface Entry {
  readonly topic: string
  readonly hash: string
  readonly publisher: string
  readonly holder: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** What it counts for. */
  readonly bytes: number
  /** Clients that have it. */
  acked: readonly string[]
  /** Somebody other than its publisher listened to its topic, or asked for what is in it. */
  isSought: boolean
}

/** What one holder left, in the order in which it would go. */
interface HolderShare<E> {
  bytes: number
  /**
   * Each oldest first: what somebody acknowledged, what lies on topics that nobody else asked for,
   * what is left.
   */
  readonly acked: Set<E>
  readonly unsought: Set<E>
  readonly sought: Set<E>
}

/** Who takes how much of the room. */
export interface Shares<E extends Entry> {
  add(entry: E): void
  remove(entry: E): void
  /** Somebody else asked for it: it goes after what nobody asked for. */
  markSought(entry: E): void
  /** Somebody has it: it goes first. */
  markAcknowledged(entry: E): void
  /** What the holder would lose without harm to anybody. */
  ackedOf(holder: string): E | undefined
  ofHolder(holder: string): number
  ofClient(did: string): number
  /** The holder of most bytes; `next` is what it would lose first. */
  largestHolder(): { readonly bytes: number; next(): E } | undefined
}

export function makeShares<E extends Entry>(): Shares<E> {
  const holders = new Map<string, HolderShare<E>>()
  const clients = new Map<string, number>()
  const addTo = (did: string, bytes: number): void => {
    const sum = (clients.get(did) ?? 0) + bytes
    if (sum > 0) clients.set(did, sum)
    else clients.delete(did)
  }
  return {
    add(entry) {
      const one = holders.get(entry.holder) ?? {
        bytes: 0,
        acked: new Set<E>(),
        unsought: new Set<E>(),
        sought: new Set<E>(),
      }
      holders.set(entry.holder, one)
      one.bytes += entry.bytes
      one[placeOf(entry)].add(entry)
      addTo(entry.publisher, entry.bytes)
    },
    remove(entry) {
      const one = holders.get(entry.holder)
      if (!one?.[placeOf(entry)].delete(entry)) return
      one.bytes -= entry.bytes
      if (one.bytes <= 0) holders.delete(entry.holder)
      addTo(entry.publisher, -entry.bytes)
    },
    markSought(entry) {
      if (entry.isSought) return
      entry.isSought = true
      const one = holders.get(entry.holder)
      if (one?.unsought.delete(entry)) one.sought.add(entry)
    },
    markAcknowledged(entry) {
      const one = holders.get(entry.holder)
      if (one?.unsought.delete(entry) || one?.sought.delete(entry)) one?.acked.add(entry)
    },
    ackedOf: (holder) => holders.get(holder)?.acked.values().next().value,
    ofHolder: (holder) => holders.get(holder)?.bytes ?? 0,
    ofClient: (did) => clients.get(did) ?? 0,
    largestHolder() {
      let most: HolderShare<E> | undefined
      for (const one of holders.values()) {
        if (!most || one.bytes > most.bytes) most = one
      }
      if (!most) return undefined
      const found = most
      return {
        get bytes() {
          return found.bytes
        },
        next: () =>
          [found.acked, found.unsought, found.sought]
            .find(({ size }) => size > 0)
            ?.values()
            .next().value as E,
      }
    },
  }
}

function placeOf({ acked, isSought }: Entry): 'acked' | 'sought' | 'unsought' {
  if (acked.length > 0) return 'acked'
  return isSought ? 'sought' : 'unsought'
}

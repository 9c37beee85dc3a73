/**
 * Keeps which payments a server is serving or has served. Servers of several processes need one
 * that all processes share, such as a database; otherwise one payment buys an answer from each
 * process.
 */
export interface Claims {
  /**
   * Claims a payment; false when it was claimed before. Of simultaneous calls with the same id,
   * only one may return true.
   * @param expiresAt time after which the payment is worthless and may be forgotten, in
   * milliseconds since the epoch.
   */
  take(id: string, expiresAt: number): boolean | Promise<boolean>
  /** Releases the claim of a payment for which nothing was served. */
  release(id: string): void | Promise<void>
}

/** Expired payments are deleted whenever the number of payments reaches a multiple of this. */
const sweepSize = 1000

/** Creates claims in the memory of this process. */
export function createClaims(): Claims {
  const expiries = new Map<string, number>()
  return {
    take(id, expiresAt) {
      if (expiries.has(id)) return false
      if (expiries.size >= sweepSize && expiries.size % sweepSize === 0) {
        for (const [one, expiry] of expiries) {
          if (expiry < Date.now()) expiries.delete(one)
        }
      }
      expiries.set(id, expiresAt)
      return true
    },
    release: (id) => void expiries.delete(id),
  }
}

/**
 * Says which payments a server is serving or has served. Servers of several processes need one that
 * all of them share, such as a database: else one payment buys an answer of each.
 */
export interface Claims {
  /**
   * Takes a payment; false when it was taken before. Takes of one id at the same moment must not
   * both be true.
   * @param expiresAt when the payment is worthless and may be forgotten, in milliseconds since 1970.
   */
  take(id: string, expiresAt: number): boolean | Promise<boolean>
  /** Gives a payment back for which nothing was served. */
  release(id: string): void | Promise<void>
}

/** Payments that are kept before those that have expired are swept out. */
const sweepSize = 1000

/** Claims in the memory of this process. */
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

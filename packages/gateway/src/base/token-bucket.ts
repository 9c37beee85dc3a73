/** Lets through at most `capacity` at once and `refillPerSecond` in the long run, per key. */
export interface TokenBucket {
  /**
   * Seconds to wait, 0 when the call may pass; it costs one token unless told otherwise. What costs
   * more than there can be costs all.
   */
  take(key: string, cost?: number): number
}

/** A bucket that may be counted elsewhere. */
export interface RequestBucket {
  /** Seconds to wait, 0 when the call may pass and cost its tokens, one unless told otherwise. */
  take(key: string, cost?: number): number | Promise<number>
}

interface BucketState {
  readonly tokens: number
  readonly at: number
}

/**
 * Beyond `maxKeys` those are forgotten that have been quiet longest, each of two kinds by itself:
 * who has used up more than half is not forgotten because many others came and asked once. `now` is
 * in milliseconds; a clock set back gives and takes nothing.
 */
export function tokenBucket(
  { capacity, refillPerSecond }: { readonly capacity: number; readonly refillPerSecond: number },
  now: () => number = Date.now,
  maxKeys = 20_000,
): TokenBucket {
  const fresh = new Map<string, BucketState>()
  const spent = new Map<string, BucketState>()
  return {
    take(key, asked = 1) {
      const at = now()
      const cost = Math.min(asked, capacity)
      const last = spent.get(key) ?? fresh.get(key)
      const refilled = last ? (Math.max(0, at - last.at) / 1000) * refillPerSecond : 0
      const tokens = last ? Math.min(capacity, last.tokens + refilled) : capacity
      const isFree = tokens >= cost
      const left = isFree ? tokens - cost : tokens
      fresh.delete(key)
      spent.delete(key)
      const kind = left < capacity / 2 ? spent : fresh
      kind.set(key, { tokens: left, at })
      const oldest = kind.size > maxKeys ? kind.keys().next().value : undefined
      if (oldest !== undefined) kind.delete(oldest)
      return isFree ? 0 : Math.ceil((cost - tokens) / refillPerSecond)
    },
  }
}

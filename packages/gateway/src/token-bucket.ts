/** Lets through at most `capacity` at once and `refillPerSecond` in the long run, per key (facts 0). */
export interface TokenBucket {
  /** Seconds to wait, 0 when the call may pass; it costs one token unless told otherwise. */
  take(key: string, cost?: number): number
}

/** A bucket that may be counted elsewhere. */
export interface RequestBucket {
  /** Seconds to wait, 0 when the call may pass and cost one token. */
  take(key: string): number | Promise<number>
}

/** Keys that have been quiet longest are forgotten beyond `maxKeys`; `now` is in milliseconds. */
export function tokenBucket(
  { capacity, refillPerSecond }: { readonly capacity: number; readonly refillPerSecond: number },
  now: () => number = Date.now,
  maxKeys = 20_000,
): TokenBucket {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()
  return {
    take(key, cost = 1) {
      const at = now()
      const last = buckets.get(key)
      const tokens = last ? Math.min(capacity, last.tokens + ((at - last.at) / 1000) * refillPerSecond) : capacity
      const isFree = tokens >= cost
      buckets.delete(key)
      buckets.set(key, { tokens: isFree ? tokens - cost : tokens, at })
      const oldest = buckets.size > maxKeys ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      return isFree ? 0 : Math.ceil((cost - tokens) / refillPerSecond)
    },
  }
}

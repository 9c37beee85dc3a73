/**
 * A rate limit per key: at most `capacity` tokens at once and `refillPerSecond` in the long run.
 */
export interface TokenBucket {
  /**
   * Takes tokens (default 1) from the bucket of a key; returns the seconds to wait, 0 when the call
   * may pass. A cost above the capacity takes the whole capacity.
   */
  take(key: string, cost?: number): number
}

/** A token bucket whose count may be in another process. */
export interface RequestBucket {
  /**
   * Takes tokens (default 1) from the bucket of a key; returns the seconds to wait, 0 when the call
   * may pass.
   */
  take(key: string, cost?: number): number | Promise<number>
}

interface BucketState {
  readonly tokens: number
  readonly at: number
}

/**
 * Creates a token bucket. `rate-limiter-flexible` is no replacement: it counts within windows of
 * the wall clock, so a caller may use twice the limit around the border of two windows, a change of
 * the clock moves the windows, and the number of its keys in memory is not limited. When there are
 * more than `maxKeys` keys, those that were not used for the longest time are dropped. Keys that
 * used more than half of their tokens and all other keys are counted separately, so that many
 * callers with one request each cannot displace a heavy caller. `now` returns milliseconds; setting
 * the clock back has no effect.
 */
export function tokenBucket(
  { capacity, refillPerSecond }: { readonly capacity: number; readonly refillPerSecond: number },
  now: () => number = Date.now,
  maxKeys = 20_000,
): TokenBucket {
  const fullerBuckets = new Map<string, BucketState>()
  const emptierBuckets = new Map<string, BucketState>()
  return {
    take(key, requestedCost = 1) {
      const timestamp = now()
      const cost = Math.min(requestedCost, capacity)
      const lastState = emptierBuckets.get(key) ?? fullerBuckets.get(key)
      const refilledTokens = lastState
        ? (Math.max(0, timestamp - lastState.at) / 1000) * refillPerSecond
        : 0
      const tokens = lastState ? Math.min(capacity, lastState.tokens + refilledTokens) : capacity
      const hasEnoughTokens = tokens >= cost
      const tokensLeft = hasEnoughTokens ? tokens - cost : tokens
      fullerBuckets.delete(key)
      emptierBuckets.delete(key)
      const targetBuckets = tokensLeft < capacity / 2 ? emptierBuckets : fullerBuckets
      targetBuckets.set(key, { tokens: tokensLeft, at: timestamp })
      const oldestKey = targetBuckets.size > maxKeys ? targetBuckets.keys().next().value : undefined
      if (oldestKey !== undefined) targetBuckets.delete(oldestKey)
      return hasEnoughTokens ? 0 : Math.ceil((cost - tokens) / refillPerSecond)
    },
  }
}

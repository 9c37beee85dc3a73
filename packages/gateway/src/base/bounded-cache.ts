/** A cache of at most `limit` entries that expire; the oldest entry is evicted first. */
export interface BoundedCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

/**
 * Creates a cache. A Map is enough: `lru-cache` reserves room for all entries at once, does not
 * accept null, and never expires an entry whose lifetime is 0 or whose clock began at 0.
 * `lifetimeMs` is the lifetime of an entry; `now` returns milliseconds, by default from a monotonic
 * clock.
 */
export function boundedCache<T>(
  limit: number,
  lifetimeMs: number,
  now: () => number = () => performance.now(),
): BoundedCache<T> {
  const entries = new Map<string, { readonly value: T; readonly until: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry && entry.until > now()) return entry.value
      entries.delete(key)
      return undefined
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, until: now() + lifetimeMs })
      const [oldest] = entries.keys()
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
    },
  }
}

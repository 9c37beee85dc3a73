/** Keeps answers for a while, never more than `limit` of them; the oldest goes first. */
export interface BoundedCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

/**
 * `ms` is how long an entry is good for; `now` is in milliseconds, by default of a clock that
 * nobody sets.
 */
export function boundedCache<T>(
  limit: number,
  ms: number,
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
      entries.set(key, { value, until: now() + ms })
      const [oldest] = entries.keys()
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
    },
  }
}

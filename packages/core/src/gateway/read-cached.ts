import { raceSignal } from '../race-signal.ts'

/** Cached answers by key; the module that uses a cache declares it with `perKit`. */
export type Cache<T> = Map<string, { readonly at: number; readonly answer: Promise<T> }>

/**
 * Returns a cached answer, and calls `loadAnswer` at most once in `maxAgeMs` milliseconds. The
 * answer is kept in memory only. A caller that aborts does not abort the other callers. A failure
 * is not cached.
 */
export function readCached<T>(
  cache: Cache<T>,
  key: string,
  maxAgeMs: number,
  loadAnswer: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const cachedEntry = cache.get(key)
  const entry =
    cachedEntry && Date.now() - cachedEntry.at < maxAgeMs
      ? cachedEntry
      : { at: Date.now(), answer: loadAnswer() }
  if (entry !== cachedEntry) {
    cache.set(key, entry)
    entry.answer.catch(() => {
      if (cache.get(key) === entry) cache.delete(key)
    })
  }
  return signal ? raceSignal(entry.answer, signal) : entry.answer
}

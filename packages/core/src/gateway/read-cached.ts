import { raceSignal } from '../race-signal.ts'

/** Answers by what was asked; whoever asks declares one with `perKit`. */
export type Cache<T> = Map<string, { readonly at: number; readonly answer: Promise<T> }>

/**
 * Calls `run` at most once in `ms` milliseconds; the result is kept in memory only. A caller that
 * aborts does not abort the others. A failure is not kept.
 */
export function readCached<T>(
  cache: Cache<T>,
  key: string,
  ms: number,
  run: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const kept = cache.get(key)
  const entry = kept && Date.now() - kept.at < ms ? kept : { at: Date.now(), answer: run() }
  if (entry !== kept) {
    cache.set(key, entry)
    entry.answer.catch(() => {
      if (cache.get(key) === entry) cache.delete(key)
    })
  }
  return signal ? raceSignal(entry.answer, signal) : entry.answer
}

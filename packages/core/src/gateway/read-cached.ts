import type { Kit } from '../machine/kit.ts'
import { raceSignal } from '../race-signal.ts'

interface Entry<T> {
  readonly at: number
  readonly answer: Promise<T>
}

/**
 * Calls `load` at most once in `ms` milliseconds; the result is kept in memory only. A caller that
 * aborts does not abort the others. A failure is not kept.
 */
export function readCached<T>(
  kit: Kit,
  key: string,
  ms: number,
  run: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const kept = kit.memory.get(key) as Entry<T> | undefined
  const entry = kept && Date.now() - kept.at < ms ? kept : { at: Date.now(), answer: run() }
  if (entry !== kept) {
    kit.memory.set(key, entry)
    entry.answer.catch(() => {
      if (kit.memory.get(key) === entry) kit.memory.delete(key)
    })
  }
  return signal ? raceSignal(entry.answer, signal) : entry.answer
}

import { afterEach, expect, test, vi } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('default: an answer is kept for its time, and the oldest goes first', () => {
  const clock = { at: 0 }
  const cache = boundedCache<number>(2, 100, () => clock.at)
  for (const key of ['a', 'b', 'c']) {
    cache.set(key, 1)
  }
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 1, 1])
  clock.at = 100
  expect(cache.get('c')).toBeUndefined()
})

test('behavior: a clock that was set back keeps no answer longer', async () => {
  const cache = boundedCache<number>(2, 30)
  cache.set('a', 1)
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.waitFor(() => expect(cache.get('a')).toBeUndefined(), 2_000)
})

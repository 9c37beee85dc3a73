import { expect, test } from 'vitest'
import { tokenBucket } from './token-bucket.ts'

test('default', () => {
  const clock = { ms: 0 }
  const bucket = tokenBucket({ capacity: 100, refillPerSecond: 2 }, () => clock.ms)
  const burst = Array.from({ length: 101 }, () => bucket.take('a'))
  expect(burst.filter((wait) => wait === 0)).toHaveLength(100)
  expect(burst.at(-1)).toBe(1)
  expect(bucket.take('b')).toBe(0)
  clock.ms += 1000
  expect([bucket.take('a'), bucket.take('a'), bucket.take('a')]).toEqual([0, 0, 1])
})

test('behavior: remembers a bounded number of callers', () => {
  const bucket = tokenBucket({ capacity: 1, refillPerSecond: 0.001 }, () => 0, 2)
  for (const key of ['a', 'b', 'c']) bucket.take(key)
  expect(bucket.take('c')).toBeGreaterThan(0)
  expect(bucket.take('a')).toBe(0)
})

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
  for (const key of ['a', 'b', 'c']) {
    bucket.take(key)
  }
  expect(bucket.take('c')).toBeGreaterThan(0)
  expect(bucket.take('a')).toBe(0)
})

test('behavior: however long a caller was quiet, it has no more than the capacity', () => {
  const clock = { ms: 0 }
  const bucket = tokenBucket({ capacity: 5, refillPerSecond: 2 }, () => clock.ms)
  bucket.take('a', 3)
  clock.ms += 86_400_000
  expect(Array.from({ length: 6 }, () => bucket.take('a'))).toEqual([0, 0, 0, 0, 0, 1])
})

test('behavior: a clock that is set back makes nobody wait longer', () => {
  const clock = { ms: 1_000_000_000 }
  const bucket = tokenBucket({ capacity: 2, refillPerSecond: 1 }, () => clock.ms)
  bucket.take('a')
  clock.ms -= 600_000
  expect([bucket.take('a'), bucket.take('a')]).toEqual([0, 1])
  clock.ms += 1_000
  expect(bucket.take('a')).toBe(0)
})

test('behavior: who has used up everything is not free again because many others came', () => {
  const bucket = tokenBucket({ capacity: 10, refillPerSecond: 0.001 }, () => 0, 100)
  for (let call = 0; call < 10; call++) {
    bucket.take('exhausted')
  }
  for (let other = 0; other < 1_000; other++) {
    bucket.take(`other ${other}`)
  }
  expect(bucket.take('exhausted')).toBeGreaterThan(0)
})

test('behavior: what costs more than there can be costs everything', () => {
  const bucket = tokenBucket({ capacity: 10, refillPerSecond: 1 }, () => 0)
  expect([bucket.take('a', 50), bucket.take('a')]).toEqual([0, 1])
  expect([bucket.take('b'), bucket.take('b', 50)]).toEqual([0, 1])
})

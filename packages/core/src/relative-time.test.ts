import { describe, expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
describe('relativeTime', () => {
  test.each([
    [44 * second, 44, 'second'],
    [45 * second, 1, 'minute'],
    [89 * second, 1, 'minute'],
    [90 * second, 2, 'minute'],
    [44 * minute, 44, 'minute'],
    [45 * minute, 1, 'hour'],
    [89 * minute, 1, 'hour'],
    [90 * minute, 2, 'hour'],
    [21 * hour, 21, 'hour'],
    [22 * hour, 1, 'day'],
    [35 * hour, 1, 'day'],
    [36 * hour, 2, 'day'],
    [25 * day, 25, 'day'],
    [26 * day, 1, 'month'],
    [45 * day, 1, 'month'],
    [46 * day, 2, 'month'],
    [305 * day, 10, 'month'],
    [330 * day, 1, 'year'],
    [518 * day, 1, 'year'],
    [548 * day, 2, 'year'],
  ])('behavior: %i ms ago', (ms, count, unit) => {
    expect(relativeTime(0, ms)).toEqual({ count, unit, isFuture: false })
    expect(relativeTime(ms, 0)).toEqual({ count, unit, isFuture: true })
  })
})

import { describe, expect, it } from 'vitest'
import { backOff } from './back-off.ts'

describe('backOff', () => {
  it('default', () => {
    for (let failures = 1; failures < 100; failures++) {
      const wait = backOff(failures)
      expect(wait).toBeGreaterThanOrEqual(100)
      expect(wait).toBeLessThanOrEqual(15_000)
    }
  })

  it.each([
    [1, 0, 100],
    [1, 1, 100],
    [2, 0, 100],
    [2, 1, 400],
    [3, 0.5, 800],
    [5, 1, 15_000],
    [1_000, 1, 15_000],
    [1_000, 0.5, 7_500],
  ])('parameters: failures %i, random %d', (failures, random, wait) => {
    expect(backOff(failures, random)).toBe(wait)
  })
})

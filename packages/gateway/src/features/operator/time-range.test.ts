import { describe, expect, test } from 'vitest'
import { listSteps, timeRange } from './time-range.ts'

const now = Date.UTC(2026, 2, 1, 0, 0, 0)

describe('timeRange', () => {
  test('default', () => {
    expect(timeRange('24h', now)).toMatchObject({ from: Date.UTC(2026, 1, 28, 1), unit: 'hour' })
    expect(timeRange('7d', now)).toMatchObject({ from: Date.UTC(2026, 1, 23), unit: 'hour' })
    expect(timeRange('30d', now)).toMatchObject({ from: Date.UTC(2026, 0, 31), unit: 'day' })
    expect(timeRange('90d', now - 1)).toMatchObject({ from: Date.UTC(2025, 11, 1), unit: 'day' })
  })
})

describe('stepsOf', () => {
  test('default', () => {
    const all = listSteps(timeRange('30d', now))
    expect(all).toHaveLength(30)
    expect(all.at(-1)).toBe(now)
    expect(listSteps(timeRange('24h', now + 1))).toHaveLength(24)
    expect(listSteps(timeRange('7d', now))).toHaveLength(6 * 24 + 1)
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchExpiry } from './watch-end.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const at = { next: Number.POSITIVE_INFINITY }
  const sweep = vi.fn(() => {
    at.next = Number.POSITIVE_INFINITY
  })
  const watch = watchExpiry(() => at.next, sweep)
  return { at, sweep, ...watch }
}

describe('watchEnd', () => {
  test('default', () => {
    const { at, sweep, again } = setUp()
    at.next = Date.now() + 1000
    again()
    vi.advanceTimersByTime(999)
    expect(sweep).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(sweep).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1e6)
    expect(sweep).toHaveBeenCalledTimes(1)
  })
  test('behavior: further away than a timer reaches', () => {
    const { at, sweep, again } = setUp()
    at.next = Date.now() + 30 * 86_400_000
    again()
    // A timer of thirty days would fire at once; the clock is set on for all but the last minute,
    // since each look at it is a timer.
    vi.advanceTimersByTime(60_000)
    vi.setSystemTime(Date.now() + 30 * 86_400_000 - 120_000)
    vi.advanceTimersByTime(60_000 - 1)
    expect(sweep).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(sweep).toHaveBeenCalledTimes(1)
  })
  test('behavior: what a sweep leaves behind is looked at again after a while, not at once and for ever', () => {
    const sweep = vi.fn()
    const { again, stop } = watchExpiry(() => 0, sweep)
    again()
    vi.advanceTimersByTime(20_000)
    expect(sweep.mock.calls.length).toBeLessThanOrEqual(5)
    stop()
  })
  test('behavior: postponed and stopped', () => {
    const { at, sweep, again, stop } = setUp()
    at.next = Date.now() + 1000
    again()
    at.next = Date.now() + 5000
    vi.advanceTimersByTime(2000)
    expect(sweep).not.toHaveBeenCalled()
    stop()
    again()
    vi.advanceTimersByTime(1e6)
    expect(sweep).not.toHaveBeenCalled()
  })
})

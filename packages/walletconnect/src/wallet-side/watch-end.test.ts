import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchEnd } from './watch-end.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const at = { next: Number.POSITIVE_INFINITY }
  const sweep = vi.fn(() => {
    at.next = Number.POSITIVE_INFINITY
  })
  const watch = watchEnd(() => at.next, sweep)
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
  // Thirty days of a turned clock, second by second, take their time on a busy machine.
  test('behavior: further away than a timer reaches', { timeout: 30_000 }, () => {
    const { at, sweep, again } = setUp()
    at.next = Date.now() + 30 * 86_400_000
    again()
    vi.advanceTimersByTime(30 * 86_400_000 - 1)
    expect(sweep).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(sweep).toHaveBeenCalledTimes(1)
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

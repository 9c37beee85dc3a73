import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { doubtWindow } from './doubt-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watch = (handle: { closed: boolean } | null) => {
  const onDoubt = vi.fn()
  return { onDoubt, stop: doubtWindow(handle, onDoubt) }
}

describe('doubtWindow', () => {
  test('default: a handle that stays closed is doubted, once', () => {
    const { onDoubt } = watch({ closed: true })
    vi.advanceTimersByTime(1_400)
    expect(onDoubt).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(onDoubt).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60_000)
    expect(onDoubt).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: a window that is there, or was never told of, is doubted when it was long silent', () => {
    for (const handle of [{ closed: false }, null]) {
      const { onDoubt } = watch(handle)
      vi.advanceTimersByTime(9_900)
      expect(onDoubt).not.toHaveBeenCalled()
      vi.advanceTimersByTime(100)
      expect(onDoubt).toHaveBeenCalledOnce()
    }
  })

  test('behavior: what is heard in time ends the doubt', () => {
    const { onDoubt, stop } = watch({ closed: true })
    vi.advanceTimersByTime(1_400)
    stop()
    vi.advanceTimersByTime(60_000)
    expect(onDoubt).not.toHaveBeenCalled()
  })
})

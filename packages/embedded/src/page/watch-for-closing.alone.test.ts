import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchForClosing } from './watch-for-closing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watch = (handle: { closed: boolean } | null, may = true) => {
  const [onDoubt, onClosed] = [vi.fn(), vi.fn()]
  const cuts = vi.fn(async () => may)
  return { onDoubt, onClosed, cuts, stop: watchForClosing(handle, { onDoubt, onClosed, cuts }) }
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

  test('behavior: in a page that cuts no windows a closed one is closed, within a second, and doubted no more', async () => {
    const { onDoubt, onClosed, cuts } = watch({ closed: true }, false)
    await vi.advanceTimersByTimeAsync(900)
    expect(onClosed).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([onClosed.mock.calls.length, onDoubt.mock.calls.length, cuts.mock.calls.length]).toEqual(
      [1, 0, 1],
    )
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: in a page that may cut its windows a handle proves nothing', async () => {
    const { onDoubt, onClosed } = watch({ closed: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([onClosed.mock.calls.length, onDoubt.mock.calls.length]).toEqual([0, 1])
  })

  test('behavior: nothing is asked while the window stands', async () => {
    const { cuts } = watch({ closed: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(cuts).not.toHaveBeenCalled()
  })

  test('behavior: what is heard while the page is asked ends it', async () => {
    const { onClosed, stop } = watch({ closed: true }, false)
    vi.advanceTimersByTime(250)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onClosed).not.toHaveBeenCalled()
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

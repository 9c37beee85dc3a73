import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createToastQueue } from './toast.ts'

const texts = () => {
  const seen: (string | null)[] = []
  const queue = createToastQueue(() => seen.push(queue.getToast()?.text ?? null))
  return { queue, seen }
}

describe('createToastQueue', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('default', () => {
    const { queue, seen } = texts()
    queue.show({ variant: 'success', text: 'a' })
    vi.advanceTimersByTime(2499)
    expect(seen).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual(['a', null])
  })

  test('behavior: a new one takes the place of the old after 150 ms', () => {
    const { queue, seen } = texts()
    queue.show({ variant: 'success', text: 'a' })
    queue.show({ variant: 'error', text: 'b' })
    vi.advanceTimersByTime(149)
    expect(seen).toEqual(['a', null])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual(['a', null, 'b'])
    vi.advanceTimersByTime(2500)
    expect(seen.at(-1)).toBeNull()
  })

  test('behavior: of three at once only the last is shown', () => {
    const { queue, seen } = texts()
    for (const text of ['a', 'b', 'c']) {
      queue.show({ variant: 'success', text })
    }
    vi.advanceTimersByTime(5000)
    expect(seen).toEqual(['a', null, 'c', null])
  })

  test('parameters: loading and autoClose: false stay', () => {
    for (const toast of [{ variant: 'loading' }, { variant: 'error', autoClose: false }] as const) {
      const { queue } = texts()
      const hide = queue.show({ ...toast, text: 'a' })
      vi.advanceTimersByTime(60_000)
      expect(queue.getToast()?.text).toBe('a')
      hide()
      expect(queue.getToast()).toBeNull()
    }
  })

  test('behavior: hiding one that is waiting or gone touches no other', () => {
    const { queue } = texts()
    const hideFirst = queue.show({ variant: 'loading', text: 'a' })
    const hideSecond = queue.show({ variant: 'loading', text: 'b' })
    hideSecond()
    vi.advanceTimersByTime(1000)
    expect(queue.getToast()).toBeNull()
    queue.show({ variant: 'loading', text: 'c' })
    hideFirst()
    expect(queue.getToast()?.text).toBe('c')
  })
})

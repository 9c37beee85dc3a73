import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { withPatience } from './with-patience.ts'

describe('withPatience', () => {
  test('behavior: a signal that outlives many requests keeps a listener of none', async () => {
    const { signal } = new AbortController()
    expect(await withPatience(1000, signal, async () => 7)).toBe(7)
    const failing = withPatience(1000, signal, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('behavior: what takes too long is said to, and what the caller ends is not', async () => {
    const hang = (inner: AbortSignal) =>
      new Promise((_, reject) => inner.addEventListener('abort', () => reject(new Error('ended'))))
    await expect(withPatience(5, undefined, hang)).rejects.toMatchObject({
      code: 'gateway-timeout',
    })
    const controller = new AbortController()
    const waiting = withPatience(1000, controller.signal, hang)
    controller.abort()
    await expect(waiting).rejects.toThrow('ended')
  })
})

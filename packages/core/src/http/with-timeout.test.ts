import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { pauseFor } from './try-each.ts'
import { withTimeout } from './with-timeout.ts'

describe('withPatience', () => {
  test('default', async () => {
    expect(await withTimeout(1000, undefined, async () => 7)).toBe(7)
    await expect(
      withTimeout(1000, undefined, () => Promise.reject(new Error('own'))),
    ).rejects.toThrow('own')
  })

  test('behavior: what lasts longer ends as a time-out, what the caller leaves as left', async () => {
    await expect(
      withTimeout(20, undefined, (signal) => pauseFor(5000, signal)),
    ).rejects.toMatchObject({
      code: 'gateway-timeout',
    })
    const left = AbortSignal.timeout(20)
    await expect(withTimeout(5000, left, (signal) => pauseFor(5000, signal))).rejects.toMatchObject(
      {
        code: 'aborted',
      },
    )
  })

  test('behavior: a signal that outlives many requests keeps a listener of none', async () => {
    const { signal } = new AbortController()
    expect(await withTimeout(1000, signal, async () => 7)).toBe(7)
    const failing = withTimeout(1000, signal, () => Promise.reject(new Error('own')))
    await expect(failing).rejects.toThrow('own')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

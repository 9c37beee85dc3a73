import { describe, expect, test, vi } from 'vitest'
import { LatchkeyError } from './errors/error.ts'
import { race } from './race.ts'

describe('race', () => {
  test('default', async () => {
    expect(await race(async () => 1)).toBe(1)
    await expect(race(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  test('behavior: an abort wins at once, and keeps an error of ours', async () => {
    const controller = new AbortController()
    const waiting = race(() => new Promise(() => {}), controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
    const timeout = new LatchkeyError('connection-timeout')
    await expect(race(() => new Promise(() => {}), AbortSignal.abort(timeout))).rejects.toBe(
      timeout,
    )
  })

  test('behavior: an aborted signal starts nothing', async () => {
    const start = vi.fn()
    await expect(race(start, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' })
    expect(start).not.toHaveBeenCalled()
  })

  test('behavior: a start that throws at once is a rejection', async () => {
    await expect(
      race(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
  })

  test('behavior: the signal is let go of', async () => {
    const { signal } = new AbortController()
    const add = vi.spyOn(signal, 'addEventListener')
    const remove = vi.spyOn(signal, 'removeEventListener')
    await race(async () => 1, signal)
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1])
  })
})

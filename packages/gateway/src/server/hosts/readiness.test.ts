import { describe, expect, test, vi } from 'vitest'
import { checkDisk, readiness } from './readiness.ts'

describe('readiness', () => {
  test('default', async () => {
    const ready = readiness({ database: async () => 'ok' as const, relay: () => 'ok' })
    expect(await ready.read()).toEqual({
      isReady: true,
      status: 'ready',
      parts: { database: 'ok', relay: 'ok' },
    })
  })

  test('behavior: what fails or throws makes it unready, a full relay is told alone', async () => {
    const broken = () => {
      throw new Error('away')
    }
    expect(await readiness({ database: broken, relay: () => 'ok' }).read()).toEqual({
      isReady: false,
      status: 'failing',
      parts: { database: 'failing', relay: 'ok' },
    })
    expect(await readiness({ relay: () => 'full' }).read()).toMatchObject({
      isReady: true,
      parts: { relay: 'full' },
    })
  })

  test('behavior: what hangs fails after two seconds, and is asked once however many ask', async () => {
    vi.useFakeTimers()
    try {
      const clock = { at: 0 }
      const held = { end: (_: 'ok'): void => undefined }
      const hangs = vi.fn(
        () =>
          new Promise<'ok'>((resolve) => {
            held.end = resolve
          }),
      )
      const ready = readiness({ redis: hangs }, () => clock.at)
      const answers = Promise.all(Array.from({ length: 50 }, () => ready.read()))
      await vi.advanceTimersByTimeAsync(2_000)
      expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(['failing']))
      expect(hangs).toHaveBeenCalledTimes(1)
      // Not asked again while it hangs: each question may hold a connection.
      clock.at += 1_000
      const again = ready.read()
      await vi.advanceTimersByTimeAsync(2_000)
      expect(await again).toMatchObject({ isReady: false })
      expect(hangs).toHaveBeenCalledTimes(1)
      held.end('ok')
      await vi.advanceTimersByTimeAsync(0)
      clock.at += 1_000
      hangs.mockResolvedValueOnce('ok')
      expect(await ready.read()).toMatchObject({ isReady: true })
      expect(hangs).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: one that drains is not ready, and says why', async () => {
    const ready = readiness({ database: () => 'ok' })
    ready.drain()
    expect(await ready.read()).toEqual({
      isReady: false,
      status: 'draining',
      parts: { database: 'ok' },
    })
  })
})

test('checkDisk', async () => {
  expect(await checkDisk('/')).toMatch(/^(?:ok|failing)$/)
  await expect(checkDisk('/nowhere/at/all')).rejects.toThrow()
})

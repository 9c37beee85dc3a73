import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { checkDisk, makeReadiness } from './readiness.ts'

describe('makeReadiness', () => {
  test('default', async () => {
    const ready = makeReadiness({ database: async () => 'ok' as const, relay: () => 'ok' })
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
    expect(await makeReadiness({ database: broken, relay: () => 'ok' }).read()).toEqual({
      isReady: false,
      status: 'failing',
      parts: { database: 'failing', relay: 'ok' },
    })
    expect(await makeReadiness({ relay: () => 'full' }).read()).toMatchObject({
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
      const ready = makeReadiness({ redis: hangs }, () => clock.at)
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

  test('behavior: a clock that is set back holds nothing that was found before', async () => {
    vi.useFakeTimers()
    try {
      const state = { database: 'failing' as 'failing' | 'ok' }
      const ready = makeReadiness({ database: () => state.database })
      expect(await ready.read()).toMatchObject({ isReady: false })
      for (const next of ['ok', 'failing'] as const) {
        state.database = next
        vi.setSystemTime(Date.now() - 3_600_000)
        await vi.advanceTimersByTimeAsync(1_001)
        expect(await ready.read()).toMatchObject({ parts: { database: next } })
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: one that drains is not ready, and says why', async () => {
    const ready = makeReadiness({ database: () => 'ok' })
    ready.startDraining()
    expect(await ready.read()).toEqual({
      isReady: false,
      status: 'draining',
      parts: { database: 'ok' },
    })
  })
})

describe('checkDisk', () => {
  const disk = (bavail: number, bsize: number) =>
    checkDisk('/data', async () => ({ bavail, bsize }))

  test('default: fails where less than 64 MiB are free', async () => {
    expect(await disk(16_384, 4_096)).toBe('ok')
    expect(await disk(16_383, 4_096)).toBe('failing')
    expect(await disk(0, 4_096)).toBe('failing')
  })

  test('behavior: asks the volume of the folder', async () => {
    const { bavail, bsize } = await statfs(tmpdir())
    expect(await checkDisk(tmpdir())).toBe(bavail * bsize < 67_108_864 ? 'failing' : 'ok')
    await expect(checkDisk('/nowhere/at/all')).rejects.toThrow()
  })
})

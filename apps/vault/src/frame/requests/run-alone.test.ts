import { afterEach, describe, expect, test, vi } from 'vitest'
import { runAlone } from './run-alone.ts'

/** A browser's locks over two frames, as the standard has them with `ifAvailable`. */
function standInLocks() {
  const held = new Set<string>()
  return {
    held,
    async request(name: string, _: object, run: (lock: object | null) => unknown) {
      if (held.has(name)) return run(null)
      held.add(name)
      try {
        return await run({ name })
      } finally {
        held.delete(name)
      }
    },
  }
}
const open = () => {
  const held = {} as { end: (value: string) => void }
  const run = () => new Promise<string>((resolve) => (held.end = resolve))
  return { held, run }
}
const second = { code: 'wallet-bundle-duplicate', context: { sourceCode: 5720 } }

afterEach(() => vi.unstubAllGlobals())

describe('runAlone', () => {
  test('default: the second of a frame is refused while the first runs, and not after', async () => {
    vi.stubGlobal('navigator', {})
    const taken = new Set<string>()
    const { held, run } = open()
    const first = runAlone(taken, 'a', run)
    await expect(runAlone(taken, 'a', async () => 'no')).rejects.toMatchObject(second)
    expect(await runAlone(taken, 'b', async () => 'other')).toBe('other')
    held.end('done')
    expect(await first).toBe('done')
    expect(await runAlone(taken, 'a', async () => 'again')).toBe('again')
  })

  test('behavior: two pages of one site are two frames, and the second is refused too', async () => {
    const locks = standInLocks()
    vi.stubGlobal('navigator', { locks })
    const { held, run } = open()
    const first = runAlone(new Set(), 'a', run)
    await vi.waitFor(() => expect(held.end).toBeDefined())
    await expect(runAlone(new Set(), 'a', async () => 'no')).rejects.toMatchObject(second)
    held.end('done')
    expect(await first).toBe('done')
    await expect(
      runAlone(new Set(), 'a', async () => {
        throw new Error('rejected')
      }),
    ).rejects.toThrow('rejected')
    await vi.waitFor(() => expect(locks.held.size).toBe(0))
  })

  test('behavior: a browser that keeps locks from frames leaves it to the frame', async () => {
    const request = async () => {
      throw new DOMException('no', 'SecurityError')
    }
    vi.stubGlobal('navigator', { locks: { request } })
    const failed = new DOMException('of its own', 'SecurityError')
    const calls: string[] = []
    expect(await runAlone(new Set(), 'a', async () => 'done')).toBe('done')
    await expect(
      runAlone(new Set(), 'a', async () => {
        calls.push('run')
        throw failed
      }),
    ).rejects.toBe(failed)
    expect(calls).toEqual(['run'])
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { openWriteMarks } from './write-marks.ts'

/** Locks that are free at once and held as long as asked. */
function fakeLocks(): LockManager & { readonly names: string[] } {
  const names: string[] = []
  return {
    names,
    query: async () => ({ held: names.map((name) => ({ name })), pending: [] }),
    request: async (name: string, work: () => Promise<unknown>) => {
      names.push(name)
      await work()
      names.splice(names.indexOf(name), 1)
    },
  } as unknown as LockManager & { readonly names: string[] }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('openMarks', () => {
  test('default: waits for the last mark of any tab, not for an older one', async () => {
    vi.useFakeTimers()
    const locks = fakeLocks()
    const [one, two, three] = [
      openWriteMarks('k', locks),
      openWriteMarks('k', locks),
      openWriteMarks('k', locks),
    ]
    await one.awaitLatestWrite(() => '')
    await one.leave('first')
    await two.awaitLatestWrite(() => 'first')
    await two.leave('second')
    expect(locks.names).toEqual(['k#1#first', 'k#2#second'])
    let seen = 'first'
    const done = vi.fn()
    const settled = three.awaitLatestWrite(() => seen).then(done)
    await vi.advanceTimersByTimeAsync(500)
    expect(done).not.toHaveBeenCalled()
    seen = 'second'
    await vi.advanceTimersByTimeAsync(4)
    await settled
    expect(done).toHaveBeenCalledOnce()
  })
  test('behavior: gives up after a second; marks go after a second', async () => {
    vi.useFakeTimers()
    const locks = fakeLocks()
    locks.names.push('k#7#never', 'other#9#x', 'k', 'kk#8#x')
    const marks = openWriteMarks('k', locks)
    const done = vi.fn()
    void marks.awaitLatestWrite(() => '').then(done)
    await vi.advanceTimersByTimeAsync(990)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(20)
    expect(done).toHaveBeenCalledOnce()
    await marks.leave('mine')
    expect(locks.names).toContain('k#8#mine')
    await vi.advanceTimersByTimeAsync(1000)
    expect(locks.names).not.toContain('k#8#mine')
  })
  test('behavior: a lock that cannot be had is no mark, and stops nobody', async () => {
    const asked: string[] = []
    const locks = {
      query: async () => ({ held: [], pending: [] }),
      request: (name: string) => {
        asked.push(name)
        return Promise.reject(new DOMException('', 'SecurityError'))
      },
    } as unknown as LockManager
    const marks = openWriteMarks('k', locks)
    expect(await marks.leave('mine')).toBeUndefined()
    expect(asked).toEqual(['k#1#mine'])
    // Nobody waits for a mark that was never made: the clock stands.
    vi.useFakeTimers()
    await openWriteMarks('k', locks).awaitLatestWrite(() => '')
  })
})

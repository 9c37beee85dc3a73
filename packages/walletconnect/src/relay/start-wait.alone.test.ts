import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, watchEnd } from '../../test/relay-clients.ts'
import { startWait } from './start-wait.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('startWait', () => {
  it('default', async () => {
    const onEnd = vi.fn()
    const wait = startWait<number>({ onEnd })
    wait.resolve(5)
    wait.resolve(6)
    wait.reject(new Error('late'))
    expect(await wait.promise).toBe(5)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it('parameters: onStrike', async () => {
    const strikes: number[] = []
    const start = Date.now()
    const seen = watchEnd(
      startWait({ onEnd: () => {}, onStrike: () => strikes.push(Date.now() - start) }).promise,
    )
    await pass(59_999)
    expect(seen.end).toBe('open')
    await pass(1)
    expect(seen.end).toBe('relay-unreachable')
    expect(strikes).toEqual([15_000, 30_000, 45_000])
  })

  it('parameters: signal', async () => {
    const going = new AbortController()
    const remove = vi.spyOn(going.signal, 'removeEventListener')
    const seen = watchEnd(startWait({ signal: going.signal, onEnd: () => {} }).promise)
    going.abort()
    await pass()
    expect(seen.end).toBe('aborted')
    expect(remove).toHaveBeenCalledTimes(1)
  })

  it('behavior: a strike that ends the wait starts no further timer', async () => {
    const wait = startWait<void>({ onEnd: () => {}, onStrike: () => wait.resolve() })
    const seen = watchEnd(wait.promise)
    await pass(15_000)
    expect(seen.end).toBe('done')
  })
})

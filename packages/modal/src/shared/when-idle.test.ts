import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page that is never idle: the browser calls only what has a limit, when that is over. */
function neverIdle(): void {
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) =>
    options?.timeout === undefined ? 1 : Number(setTimeout(run, options.timeout)),
  )
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
}

describe('whenIdle', () => {
  test('behavior: a page that is never called idle waits a second at most', () => {
    neverIdle()
    const run = vi.fn()
    whenIdle(run)
    vi.advanceTimersByTime(900)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('behavior: a browser without idle callbacks', () => {
    vi.stubGlobal('requestIdleCallback', undefined)
    const run = vi.fn()
    whenIdle(run)
    vi.advanceTimersByTime(200)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('behavior: what was stopped never runs', () => {
    neverIdle()
    const run = vi.fn()
    whenIdle(run)()
    vi.stubGlobal('requestIdleCallback', undefined)
    whenIdle(run)()
    vi.advanceTimersByTime(5000)
    expect(run).not.toHaveBeenCalled()
  })
})

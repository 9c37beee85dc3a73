import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { preloadImages } from './preload-images.ts'

const asked: { src: string; onload?: () => void; onerror?: () => void }[] = []

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      constructor() {
        asked.push(this)
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const stateOf = async (promise: Promise<void>): Promise<string> => {
  let state = 'waits'
  void promise.then(() => {
    state = 'done'
  })
  await vi.advanceTimersByTimeAsync(0)
  return state
}

describe('preloadImages', () => {
  test('default: done when each of the first twenty has come or failed', async () => {
    const done = preloadImages([undefined, ...Array.from({ length: 30 }, (_, i) => `/${i}.png`)])
    expect(asked.map(({ src }) => src)).toEqual(Array.from({ length: 19 }, (_, i) => `/${i}.png`))
    for (const { onload } of asked.slice(1)) {
      onload?.()
    }
    expect(await stateOf(done)).toBe('waits')
    asked[0]?.onerror?.()
    expect(await stateOf(done)).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: a server that does not answer is waited for two seconds', async () => {
    const done = preloadImages(['/slow.png'])
    await vi.advanceTimersByTimeAsync(1999)
    expect(await stateOf(done)).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(await stateOf(done)).toBe('done')
  })

  test('behavior: without pictures nothing is waited for', async () => {
    expect(await stateOf(preloadImages([undefined]))).toBe('done')
    expect(asked).toEqual([])
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { LatchkeyError } from './error.ts'
import { inWords } from './in-words.ts'

afterEach(() => {
  vi.doUnmock('../errors.ts')
  vi.resetModules()
})

describe('inWords', () => {
  it('default', async () => {
    expect(await inWords(Promise.resolve(7))).toBe(7)
    const error = new LatchkeyError('modal-closed')
    await expect(inWords(Promise.reject(error))).rejects.toBe(error)
    expect([error.code, error.shortMessage]).toEqual(['modal-closed', 'Modal closed'])
  })

  it('behavior: where the words do not load the error comes all the same', async () => {
    vi.doMock('../errors.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    vi.resetModules()
    const { inWords: offline } = await import('./in-words.ts')
    const error = new LatchkeyError('modal-closed')
    await expect(offline(Promise.reject(error))).rejects.toBe(error)
    expect(error.shortMessage).toBe('modal-closed')
  })

  it('behavior: words that the network does not bring keep nothing back for long', async () => {
    vi.useFakeTimers()
    vi.doMock('../errors.ts', () => new Promise(() => undefined))
    vi.resetModules()
    const { inWords: slow } = await import('./in-words.ts')
    const error = new LatchkeyError('modal-closed')
    const failed = vi.fn()
    slow(Promise.reject(error)).catch(failed)
    await vi.advanceTimersByTimeAsync(999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledExactlyOnceWith(error)
    vi.useRealTimers()
  })
})

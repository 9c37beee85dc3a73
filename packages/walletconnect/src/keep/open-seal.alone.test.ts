import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSeal } from './create-seal.ts'
import { openSeal } from './open-seal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('openSeal', () => {
  test('behavior: no IndexedDB, no seal', async () => {
    expect(globalThis.indexedDB).toBeUndefined()
    expect(await openSeal('shop')).toBeUndefined()
  })
  test('behavior: an IndexedDB that throws, fails or never answers: no seal', async () => {
    vi.useFakeTimers()
    const opening = { error: new DOMException('', 'InvalidStateError') } as { onerror?: () => void }
    const open = vi.fn(() => opening)
    vi.stubGlobal('indexedDB', { open })
    const never = openSeal('shop')
    await vi.advanceTimersByTimeAsync(3000)
    expect(await never).toBeUndefined()
    const failed = openSeal('shop')
    opening.onerror?.()
    expect(await failed).toBeUndefined()
    open.mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    expect(await openSeal('shop')).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('sealWith', () => {
  test('default', async () => {
    const { subtle } = globalThis.crypto
    const make = () =>
      subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    const [key, otherKey] = [await make(), await make()]
    const seal = createSeal(subtle, key)
    const sealed = await seal.close('é ✓ 😀')
    expect(await seal.open(sealed)).toBe('é ✓ 😀')
    expect(atob(sealed)).toHaveLength(12 + new TextEncoder().encode('é ✓ 😀').length + 16)
    expect(atob(await seal.close('é ✓ 😀')).slice(0, 12)).not.toBe(atob(sealed).slice(0, 12))
    await expect(createSeal(subtle, otherKey).open(sealed)).rejects.toThrow()
    for (const text of ['', 'AAAA', 'x', sealed.replace(/^..../, 'AAAA')]) {
      await expect(seal.open(text)).rejects.toThrow()
    }
  })
})

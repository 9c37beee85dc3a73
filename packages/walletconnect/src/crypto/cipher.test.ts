import { describe, expect, test, vi } from 'vitest'
import type { Bytes } from './bytes.ts'
import { decryptBytes, encryptBytes } from './cipher.ts'

const key = new Uint8Array(32).fill(7) as Bytes
const iv = new Uint8Array(12).fill(9) as Bytes
const bytes = new Uint8Array([1, 2, 3]) as Bytes

describe('cipher', () => {
  test('default', async () => {
    const sealed = await encryptBytes({ key, iv, bytes })
    expect(sealed).toHaveLength(19)
    expect(await decryptBytes({ key, iv, bytes: sealed })).toEqual(bytes)
    await expect(decryptBytes({ key: iv as Bytes, iv, bytes: sealed })).rejects.toThrow()
    sealed[0] = 255 - (sealed[0] ?? 0)
    await expect(decryptBytes({ key, iv, bytes: sealed })).rejects.toThrow()
  })

  test('behavior: an engine that has the cipher is asked, its refusal stands', async () => {
    const web = {
      importKey: vi.fn(async () => 'key'),
      encrypt: vi.fn(async () => new Uint8Array([42]).buffer),
      decrypt: vi.fn(async () => Promise.reject(new Error('tag'))),
    }
    const subtle = web as unknown as SubtleCrypto
    expect(await encryptBytes({ key, iv, bytes }, subtle)).toEqual(new Uint8Array([42]))
    expect(web.importKey).toHaveBeenCalledWith('raw-secret', key, 'ChaCha20-Poly1305', false, [
      'encrypt',
      'decrypt',
    ])
    const sealed = await encryptBytes({ key, iv, bytes }, null)
    await expect(decryptBytes({ key, iv, bytes: sealed }, subtle)).rejects.toThrow('tag')
  })

  test('behavior: one without is passed over', async () => {
    const subtle = {
      importKey: async () => Promise.reject(new Error('no such format')),
    } as unknown as SubtleCrypto
    const sealed = await encryptBytes({ key, iv, bytes }, subtle)
    expect(sealed).toEqual(await encryptBytes({ key, iv, bytes }, null))
    expect(await decryptBytes({ key, iv, bytes: sealed }, subtle)).toEqual(bytes)
  })
})

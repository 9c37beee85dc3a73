import { describe, expect, test } from 'vitest'
import { isProviderPath, resolvePath } from './resolve-path.ts'

describe('resolvePath', () => {
  test('default', () => {
    const provider = {}
    expect(resolvePath({ a: { b: provider } }, 'a.b')).toBe(provider)
    expect(resolvePath({ a: provider }, 'a')).toBe(provider)
  })

  test.each(['a.c', 'a.b.c', 'text', 'none'])('behavior: nothing stands at %s', (path) => {
    expect(resolvePath({ a: { b: 'x', c: null }, text: 'x' }, path)).toBeUndefined()
  })

  test('behavior: getters that throw, on the way and at the end', () => {
    const bad = {
      get a(): never {
        throw new Error('no')
      },
    }
    expect(resolvePath(bad, 'a')).toBeUndefined()
    expect(resolvePath({ bad }, 'bad.a.b')).toBeUndefined()
  })
})

describe('isProviderPath', () => {
  test.each([
    '',
    '.',
    'a.',
    'a..b',
    '__proto__',
    'a.constructor',
    'a.prototype.b',
    'a[0]',
    '1a',
    'a b',
    'a.b.c.d.e.f',
    'é',
  ])('behavior: %s is none', (path) => expect(isProviderPath(path)).toBe(false))

  test('behavior: 128 characters at most', () => {
    expect(isProviderPath('a'.repeat(128))).toBe(true)
    expect(isProviderPath('a'.repeat(129))).toBe(false)
  })
})

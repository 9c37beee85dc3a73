import { describe, expect, test } from 'vitest'
import { keepWayBack, wayBack } from './way-back.ts'

describe('wayBack', () => {
  test('default: to the page of the sign-in, and to no other', () => {
    const map = new Map<string, string>()
    const keep = {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
    }
    expect(wayBack(keep, ['https://shop.example'])).toBeNull()
    keepWayBack(keep, 'https://shop.example')
    expect(wayBack(keep, ['https://shop.example'])).toBe('https://shop.example')
    for (const site of ['https://evil.example', 'javascript:alert(1)', 'https://shop.example/x', '']) {
      keepWayBack(keep, site)
      expect(wayBack(keep, ['https://shop.example'])).toBeNull()
    }
  })

  test('behavior: a browser that keeps nothing has no way back', () => {
    const broken = (): never => {
      throw new Error('no storage')
    }
    keepWayBack({ setItem: broken }, 'https://shop.example')
    expect(wayBack({ getItem: broken }, ['https://shop.example'])).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { readReturnRoute, storeReturnRoute } from './way-back.ts'

function storage() {
  const map = new Map<string, string>()
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  }
}

describe('wayBack', () => {
  test('default: to the page of the sign-in, and to no other', () => {
    const keep = storage()
    const origins = ['https://shop.example']
    expect(readReturnRoute(keep, origins)).toBeNull()
    storeReturnRoute(keep, 'https://shop.example', null)
    expect(readReturnRoute(keep, origins)).toEqual({ site: 'https://shop.example', address: null })
    storeReturnRoute(keep, 'https://shop.example', '/cart?a=1#b')
    expect(readReturnRoute(keep, origins)).toEqual({
      site: 'https://shop.example',
      address: 'https://shop.example/cart?a=1#b',
    })
    for (const site of [
      'https://evil.example',
      'javascript:alert(1)',
      'https://shop.example/x',
      '',
    ]) {
      storeReturnRoute(keep, site, '/')
      expect(readReturnRoute(keep, origins)).toBeNull()
    }
  })

  test('behavior: whatever the path says, it stays at that origin', () => {
    const keep = storage()
    const site = 'https://shop.example'
    for (const path of [
      '//evil.example/',
      '/\\evil.example',
      '/../..//evil.example',
      '/\t/evil.example',
      '/@evil.example/',
    ]) {
      storeReturnRoute(keep, site, path)
      const { address } = readReturnRoute(keep, [site]) ?? {}
      expect(new URL(address ?? '').origin).toBe(site)
    }
    for (const path of [
      '.evil.example/',
      '@evil.example/',
      ':pass@evil.example/',
      ':8080/',
      'https://evil.example/',
      7,
    ]) {
      keep.setItem([...keep.map.keys()][0] ?? '', JSON.stringify({ site, path }))
      expect(readReturnRoute(keep, [site])?.address).toBeNull()
    }
    keep.setItem([...keep.map.keys()][0] ?? '', '{')
    expect(readReturnRoute(keep, [site])).toBeNull()
  })

  test('behavior: a browser that keeps nothing has no way back', () => {
    const broken = (): never => {
      throw new Error('no storage')
    }
    storeReturnRoute({ setItem: broken }, 'https://shop.example', '/')
    expect(readReturnRoute({ getItem: broken }, ['https://shop.example'])).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { fitsOrigin } from './fits-origin.ts'

describe('fitsOrigin', () => {
  test('default: whole origins, any subdomain, any port', () => {
    expect(fitsOrigin('https://shop.example', ['https://shop.example'])).toBe(true)
    expect(fitsOrigin('https://a.b.shop.example', ['https://*.shop.example'])).toBe(true)
    expect(fitsOrigin('http://localhost:4300', ['http://localhost:*'])).toBe(true)
    expect(fitsOrigin('http://localhost', ['http://localhost:*'])).toBe(true)
  })

  test('behavior: another scheme, host or port, and what is no origin', () => {
    for (const origin of [
      'http://shop.example',
      'https://shop.example:444',
      'https://shop.example.evil',
      'https://evilshop.example',
      'null',
      '',
      'https://shop.example/',
    ])
      expect(fitsOrigin(origin, ['https://shop.example'])).toBe(false)
    expect(fitsOrigin('https://shop.example', ['https://*.shop.example'])).toBe(false)
    expect(fitsOrigin('https://evilshop.example', ['https://*.shop.example'])).toBe(false)
    expect(fitsOrigin('https://shop.example:444', ['https://*.example'])).toBe(false)
    expect(fitsOrigin('https://shop.example', ['*', 'https://*', ''])).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { checkReturnUrl } from './check-return-url.ts'

const shop = { origins: ['https://*.shop.example'] }
const refused = (text: string, origin?: string, project = shop): boolean => {
  try {
    checkReturnUrl(text, project, origin)
    return false
  } catch {
    return true
  }
}

describe('checkReturn', () => {
  test('default: a page of the origin that asks', () => {
    expect(refused('https://a.shop.example/back?x=1', 'https://a.shop.example')).toBe(false)
    expect(refused('https://a.shop.example/back?x=1')).toBe(false)
  })

  test.each([
    ['another page of the project', 'https://b.shop.example/', 'https://a.shop.example'],
    ['another scheme', 'http://a.shop.example/', 'https://a.shop.example'],
    ['another port', 'https://a.shop.example:8443/', 'https://a.shop.example'],
    ['a page without an origin', 'https://a.shop.example/', 'null'],
    ['a page that the project does not allow', 'https://evil.example/', 'https://evil.example'],
    ['the same, of nobody who says where from', 'https://evil.example/', undefined],
  ])('behavior: not to %s', (_, text, origin) => {
    expect(refused(text, origin)).toBe(true)
  })
})

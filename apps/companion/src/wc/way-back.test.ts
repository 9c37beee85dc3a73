import { describe, expect, test } from 'vitest'
import { shop } from './fake-side.ts'
import { claimedOrigin } from './session-view.ts'
import { returnLinks } from './way-back.ts'

describe('wayBack', () => {
  test('default', () => {
    expect(
      returnLinks({
        ...shop,
        redirect: { native: 'shop://back', universal: 'http://localhost:4300/back' },
      }),
    ).toEqual({
      app: 'shop://back',
      page: 'http://localhost:4300/back',
    })
    expect(returnLinks(shop)).toEqual({})
  })
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:1',
    'java\nscript:1',
    'https://evil.example',
    'file:///etc',
    'chrome://settings',
    'back',
  ])('behavior: %j is no app', (native) =>
    expect(returnLinks({ ...shop, redirect: { native } })).toEqual({}),
  )
  test.each(['https://evil.example/', 'javascript:1', 'http://localhost:4301/', 'x'])(
    'behavior: %j is not the page',
    (universal) => expect(returnLinks({ ...shop, redirect: { universal } })).toEqual({}),
  )
})

describe('claimedOrigin', () => {
  test('default', () => expect(claimedOrigin(shop)).toBe('http://localhost:4300'))
  test.each([
    [{ ...shop, url: 'javascript:alert(1)' }, 'javascript:alert(1)'],
    [{ ...shop, url: '' }, 'Shop'],
    [{ ...shop, url: '', name: '' }, 'a page without a name'],
    [{ ...shop, url: `a\u202Eb${'c'.repeat(200)}` }, `a b${'c'.repeat(77)}`],
  ])('behavior: %j', (metadata, said) => expect(claimedOrigin(metadata)).toBe(said))
})

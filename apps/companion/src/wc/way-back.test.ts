import { describe, expect, test } from 'vitest'
import { shopMetadata } from './fake-side.ts'
import { claimedOrigin } from './session-view.ts'
import { returnLinks } from './way-back.ts'

describe('wayBack', () => {
  test('default', () => {
    expect(
      returnLinks({
        ...shopMetadata,
        redirect: { native: 'shop://back', universal: 'http://localhost:4300/back' },
      }),
    ).toEqual({
      app: 'shop://back',
      page: 'http://localhost:4300/back',
    })
    expect(returnLinks(shopMetadata)).toEqual({})
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
    expect(returnLinks({ ...shopMetadata, redirect: { native } })).toEqual({}),
  )
  test.each(['https://evil.example/', 'javascript:1', 'http://localhost:4301/', 'x'])(
    'behavior: %j is not the page',
    (universal) => expect(returnLinks({ ...shopMetadata, redirect: { universal } })).toEqual({}),
  )
})

describe('claimedOrigin', () => {
  test('default', () => expect(claimedOrigin(shopMetadata)).toBe('http://localhost:4300'))
  test.each([
    [{ ...shopMetadata, url: 'javascript:alert(1)' }, 'javascript:alert(1)'],
    [{ ...shopMetadata, url: '' }, 'Shop'],
    [{ ...shopMetadata, url: '', name: '' }, 'a page without a name'],
    [{ ...shopMetadata, url: `a\u202Eb${'c'.repeat(200)}` }, `a b${'c'.repeat(77)}`],
  ])('behavior: %j', (metadata, said) => expect(claimedOrigin(metadata)).toBe(said))
})

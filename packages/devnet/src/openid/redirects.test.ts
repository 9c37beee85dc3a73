import { describe, expect, test } from 'vitest'
import { makeRedirectCheck } from './redirects.ts'

describe('makeRedirectCheck', () => {
  test('default: any address of this computer, and no other', () => {
    const is = makeRedirectCheck(undefined)
    for (const good of [
      'http://localhost:1/a?b=c',
      'http://vault.localhost:4302/x',
      'http://127.0.0.1:9/',
      'http://[::1]:9/',
    ]) {
      expect(is(good)).toBe(true)
    }
    for (const bad of [
      'https://evil.example/',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      'http://evil.example#.localhost',
      'http://localhost:1/#part',
      'http://user@localhost:1/',
      'javascript://localhost/%0aalert(1)',
      'nothing',
    ]) {
      expect(is(bad)).toBe(false)
    }
  })

  test('parameters: entries: to the letter, or a whole origin', () => {
    const is = makeRedirectCheck(['http://localhost:1/back', 'http://localhost:2'])
    expect(
      ['http://localhost:1/back', 'http://localhost:2/', 'http://localhost:2/any?x=1'].map(is),
    ).toEqual([true, true, true])
    expect(
      [
        'http://localhost:1/back/',
        'http://localhost:1/back?x',
        'http://localhost:3/',
        'https://localhost:2/',
      ].map(is),
    ).toEqual([false, false, false, false])
  })

  test('behavior: an entry that is not on loopback is no entry', () => {
    expect(() => makeRedirectCheck(['https://shop.example/back'])).toThrow('not on loopback')
  })
})

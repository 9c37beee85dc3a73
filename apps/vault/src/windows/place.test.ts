import { describe, expect, test } from 'vitest'
import { readPlace } from './place.ts'

const id = 'A'.repeat(43)

describe('readPlace', () => {
  test('default', () => {
    const place = { pathname: '/p/approve/demo', hash: `#${id}`, search: '?done' }
    expect(readPlace(place)).toEqual({ window: 'approve', id, isDone: false })
    expect(readPlace({ pathname: '/p/login/demo', hash: '', search: '?done' })).toEqual({
      window: 'login',
      id: null,
      isDone: true,
    })
  })

  test('behavior: other addresses and ids are none', () => {
    for (const pathname of [
      '/',
      '/p/',
      '/p/approve',
      '/p/constructor/demo',
      '/p/approve/demo/more',
      '/v/demo',
      '/p/approve/<b>',
    ])
      expect(readPlace({ pathname, hash: `#${id}`, search: '' })).toBeNull()
    for (const hash of ['', '#', '#short', `#${'A'.repeat(129)}`, '#<img src=x onerror=1>AAAAAAAA'])
      expect(readPlace({ pathname: '/p/login/demo', hash, search: '' })?.id).toBeNull()
  })
})

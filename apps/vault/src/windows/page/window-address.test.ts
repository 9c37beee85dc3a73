import { describe, expect, test } from 'vitest'
import { parseWindowAddress } from './window-address.ts'

const id = 'A'.repeat(43)

describe('readPlace', () => {
  test('default', () => {
    const place = { pathname: '/p/approve/demo', hash: `#${id}`, search: '?done' }
    const read = { window: 'approve', id, back: null, account: null, isDone: false }
    expect(parseWindowAddress(place)).toEqual(read)
    expect(parseWindowAddress({ ...place, hash: `#${id}~acc-1_A` })).toEqual({
      ...read,
      account: 'acc-1_A',
    })
    expect(parseWindowAddress({ pathname: '/p/login/demo', hash: '', search: '?done' })).toEqual({
      window: 'login',
      id: null,
      back: null,
      account: null,
      isDone: true,
    })
  })

  test('behavior: of a notice’s link it is the text alone', () => {
    const link = 'ab'.repeat(32)
    const place = { pathname: '/p/stop/demo', hash: `#${link}`, search: '' }
    expect(parseWindowAddress(place)).toMatchObject({
      window: 'stop',
      id: link,
      back: null,
      isDone: false,
    })
  })

  test('behavior: of a sign-in it says where the page itself came from, and takes no address for that', () => {
    const at = (path: string, window = 'login') =>
      parseWindowAddress({
        pathname: `/p/${window}/demo`,
        hash: `#${id}~${Buffer.from(path).toString('base64url')}`,
        search: '',
      })
    expect(at('/cart?shown=1#pots ü')).toMatchObject({ id, back: '/cart?shown=1#pots ü' })
    for (const path of ['https://evil.example/', 'evil', '@evil.example/', 'javascript:alert(1)']) {
      expect(at(path)).toMatchObject({ id, back: null })
    }
    expect(at('/cart', 'approve')?.back).toBeNull()
    expect(at('/cart')?.account).toBeNull()
    expect(
      parseWindowAddress({ pathname: '/p/login/demo', hash: `#${id}~_w`, search: '' })?.back,
    ).toBeNull()
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
    ]) {
      expect(parseWindowAddress({ pathname, hash: `#${id}`, search: '' })).toBeNull()
    }
    for (const hash of [
      '',
      '#',
      '#short',
      `#${'A'.repeat(129)}`,
      '#<img src=x onerror=1>AAAAAAAA',
    ]) {
      expect(parseWindowAddress({ pathname: '/p/login/demo', hash, search: '' })?.id).toBeNull()
    }
  })
})

import { describe, expect, test } from 'vitest'
import { findLookAlike, knownReceivers, rememberReceivers } from './known-receivers.ts'

function keep() {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  }
}

describe('knownReceivers', () => {
  test('default: by account, the newest first', () => {
    const one = keep()
    rememberReceivers(one, 'ada', ['x'])
    rememberReceivers(one, 'ada', ['y'])
    expect(knownReceivers(one, 'ada')).toEqual(['y', 'x'])
    expect(knownReceivers(one, 'bob')).toEqual([])
  })

  test('behavior: bounded, and what is no list is none', () => {
    const one = keep()
    rememberReceivers(
      one,
      'ada',
      Array.from({ length: 500 }, (_, i) => String(i)),
    )
    expect(knownReceivers(one, 'ada')).toHaveLength(200)
    one.setItem('latchkey-vault-receivers ada', '{"a":1}')
    expect(knownReceivers(one, 'ada')).toEqual([])
    one.setItem('latchkey-vault-receivers ada', 'x')
    expect(knownReceivers(one, 'ada')).toEqual([])
  })
})

describe('lookAlike', () => {
  test('default: alike at both ends, and another', () => {
    const known = '0xabcd000000000000000000000000000000001234'
    expect(findLookAlike([known], '0xABCD999999999999999999999999999999991234')).toBe(known)
    expect(findLookAlike([known], known)).toBeUndefined()
    expect(findLookAlike([known], '0xabcd999999999999999999999999999999991235')).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { chainOfCoinType, coinTypeOf } from './coin-type.ts'

describe('coinTypeOf', () => {
  test('default', () => {
    expect(coinTypeOf('eip155:31337')).toBe(0x80007a69)
    expect(coinTypeOf('eip155:1')).toBe(60)
  })

  test('behavior: what ENSIP-11 has no room for has none', () => {
    for (const chain of [
      'eip155:0',
      'eip155:2147483648',
      'eip155:x',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ] as const) {
      expect(coinTypeOf(chain)).toBeUndefined()
    }
    expect(coinTypeOf('eip155:2147483647')).toBe(0xffffffff)
  })
})

describe('chainOfCoinType', () => {
  test('default', () => {
    for (const chain of ['eip155:1', 'eip155:10', 'eip155:31337', 'eip155:2147483647'] as const) {
      expect(chainOfCoinType(coinTypeOf(chain) ?? 0)).toBe(chain)
    }
    expect(chainOfCoinType(0x80000001)).toBe('eip155:1')
  })

  test('behavior: other coins are no chains', () => {
    for (const coin of [0, 61, 501, 0x80000000, 0x100000000, 2147483649.5, Number.NaN]) {
      expect(chainOfCoinType(coin)).toBeUndefined()
    }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Balance } from '../contract/reader.ts'
import { fiatValue } from './fiat-value.ts'

const balance = (amount: bigint, decimals: number, price?: string): Balance => ({
  asset: { id: 'test:1/token:1', name: 'T', symbol: 'T', decimals },
  amount,
  ...(price === undefined ? {} : { price }),
})

describe('fiatValue', () => {
  it('default', () => {
    expect(fiatValue([balance(15n * 10n ** 17n, 18, '2000.50')])).toBe('3000.750000000000000000')
    expect(fiatValue([balance(1n, 0, '0.1'), balance(2n, 0, '0.2'), balance(9n, 0)])).toBe(
      '0.500000000000000000',
    )
  })

  it('behavior: no price, no figure', () => {
    expect(fiatValue([])).toBeUndefined()
    expect(fiatValue([balance(1n, 0)])).toBeUndefined()
  })

  it.each(['NaN', '-1', '1e9', '', '1,5', '0x10', 'Infinity'])(
    'behavior: %j is no price',
    (price) => {
      expect(fiatValue([balance(1n, 0, price)])).toBeUndefined()
    },
  )

  it('behavior: never above the exact product, and less than one part in 10^18 below', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 1n << 200n),
        fc.nat(36),
        fc.nat(1_000_000),
        (amount, decimals, price) => {
          const [whole = '', fraction = ''] = (
            fiatValue([balance(amount, decimals, String(price))]) ?? ''
          ).split('.')
          const value = BigInt(whole + fraction) * 10n ** BigInt(decimals)
          const exact = amount * BigInt(price) * 10n ** 18n
          return value <= exact && exact - value < 10n ** BigInt(decimals)
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { formatUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { computeWorth } from './compute-worth.ts'

describe('worthOf', () => {
  test('default', () => {
    expect(computeWorth('1.5', '2500.25')).toBe('3750.375')
    expect(computeWorth('0', '1')).toBe('0')
    expect(computeWorth('-1', '1')).toBeUndefined()
    expect(computeWorth('1', 'NaN')).toBeUndefined()
  })

  test('behavior: no digit is lost, for any amount and price', () => {
    const price = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.integer({ min: 0, max: 40 }))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 36 }),
        price,
        (units, decimals, [digits, places]) => {
          const text = computeWorth(formatUnits(units, decimals), formatUnits(digits, places)) ?? ''
          expect(text).toBe(formatUnits(units * digits, decimals + places))
        },
      ),
    )
  })
})

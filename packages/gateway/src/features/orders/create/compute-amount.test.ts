import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeAmount } from './compute-amount.ts'

describe('computeAmount', () => {
  test('default: the price divided by the price of one unit, in base units', () => {
    expect(computeAmount('19.90', '1', 6)).toBe(19_900_000n)
    expect(computeAmount('19.90', '0.9998', 6)).toBe(19_903_981n)
    expect(computeAmount('2500', '2500.25', 18)).toBe(999_900_010_000_000_000n)
    expect(computeAmount('5', '0.1', 0)).toBe(50n)
  })

  test('behavior: is never less than the price, and more by less than one unit of the last place', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(price, price, fc.integer({ min: 0, max: 36 }), (cents, unitCents, decimals) => {
        const spell = (value: bigint): string =>
          `${value / 100n}.${`${value % 100n}`.padStart(2, '0')}`
        const amount = computeAmount(spell(cents), spell(unitCents), decimals) as bigint
        const exact = cents * 10n ** BigInt(decimals)
        const step = 10n ** BigInt(Math.max(0, decimals - 8))
        expect(amount % step).toBe(0n)
        expect(amount * unitCents >= exact).toBe(true)
        expect((amount - step) * unitCents < exact).toBe(true)
      }),
    )
  })

  test('error: has no amount for a price or a unit price of zero, or for what is no number', () => {
    expect(computeAmount('0', '1', 6)).toBeUndefined()
    expect(computeAmount('0.00', '1', 6)).toBeUndefined()
    expect(computeAmount('1', '0', 6)).toBeUndefined()
    expect(computeAmount('1', 'NaN', 6)).toBeUndefined()
    expect(computeAmount('9'.repeat(40), `0.${'0'.repeat(50)}1`, 36)).toBeUndefined()
  })
})

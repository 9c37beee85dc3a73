import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boughtFor,
  currencyPlaces,
  isPayable,
  moneyText,
  moneyUnits,
  shareOfMoney,
} from './money.ts'

const one = 10n ** 36n
const decimal = (places: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^\d*$/))
    .map(
      ([whole, fraction]) =>
        `${whole}${fraction.slice(0, places) && `.${fraction.slice(0, places)}`}`,
    )

describe('moneyUnits', () => {
  test('default', () => {
    expect([moneyUnits('12.50'), moneyUnits('0'), moneyUnits('007')]).toEqual([
      (125n * one) / 10n,
      0n,
      7n * one,
    ])
  })

  test.each([
    '',
    '.',
    '.5',
    '5.',
    '-1',
    '+1',
    '1e3',
    '1,5',
    ' 1',
    '1 000',
    '٣',
    'NaN',
    `1.${'0'.repeat(37)}`,
    '9'.repeat(41),
  ])('behavior: %j is no amount', (text) => {
    expect(moneyUnits(text)).toBeNull()
  })

  test('behavior: what is read and written is the same amount, to the last of 36 places', () => {
    fc.assert(
      fc.property(decimal(36), fc.integer({ min: 0, max: 36 }), (text, places) => {
        const units = moneyUnits(text) as bigint
        const again = moneyText(units, places)
        expect(moneyUnits(again)).toBe(units)
        expect((again.split('.')[1] ?? '').length).toBeGreaterThanOrEqual(places)
      }),
    )
  })
})

describe('isPayable', () => {
  test('default', () => {
    expect([isPayable('10.01', 2), isPayable('10', 0), isPayable('10.10', 1)]).toEqual([
      true,
      true,
      true,
    ])
    expect([
      isPayable('10.001', 2),
      isPayable('10.5', 0),
      isPayable('0.00', 2),
      isPayable('x', 2),
    ]).toEqual(Array(4).fill(false))
  })
})

describe('currencyPlaces', () => {
  test('default', () => {
    expect(['USD', 'JPY', 'KWD', 'nonsense'].map(currencyPlaces)).toEqual([2, 0, 3, 2])
  })
})

describe('shareOfMoney', () => {
  test('default', () => {
    expect(moneyText(shareOfMoney(moneyUnits('100') as bigint, 1.5, 2), 2)).toBe('1.50')
    expect(moneyText(shareOfMoney(moneyUnits('10.01') as bigint, 1.5, 2), 2)).toBe('0.16')
    expect(moneyText(shareOfMoney(moneyUnits('3333') as bigint, 1.5, 0), 0)).toBe('50')
  })

  test('behavior: never less than the exact share, by less than one step more; share and rest are the whole', () => {
    fc.assert(
      fc.property(
        decimal(8),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 8 }),
        (text, bps, places) => {
          const units = moneyUnits(text) as bigint
          const share = shareOfMoney(units, bps / 100, places)
          const step = 10n ** BigInt(36 - places)
          expect(share % step).toBe(0n)
          const lost = share * 10_000n - units * BigInt(bps)
          expect(lost >= 0n && lost < 10_000n * step).toBe(true)
        },
      ),
    )
  })
})

describe('boughtFor', () => {
  test('behavior: what is bought costs no more than was paid, and one base unit more would', () => {
    fc.assert(
      fc.property(
        decimal(2),
        fc.bigInt({ min: 1n, max: 10n ** 42n }),
        fc.integer({ min: 0, max: 36 }),
        (text, price, decimals) => {
          const units = moneyUnits(text) as bigint
          const bought = boughtFor(units, price, decimals)
          const scale = 10n ** BigInt(decimals)
          expect(bought * price <= units * scale).toBe(true)
          expect((bought + 1n) * price > units * scale).toBe(true)
        },
      ),
    )
  })

  test('parameters: no price buys nothing', () => {
    expect(boughtFor(one, 0n, 18)).toBe(0n)
  })
})

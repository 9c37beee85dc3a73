import { formatAmount, parseAmount } from '@latchkey/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactAmount, fiatParts, fiatText, shortAmount } from './amounts.ts'

const asset = (decimals: number) =>
  ({ id: 'test:1/token:1', name: 'Token', symbol: 'TKN', decimals }) as const
const locales = ['en', 'de', 'fr', 'de-CH', 'hi', 'ar-EG', 'pt-BR', 'sv'] as const
const units = fc.bigInt(0n, (1n << 256n) - 1n)

describe('amounts', () => {
  it('default', () => {
    expect(exactAmount(1_234_567_890_123_456_789n, asset(18), 'en')).toBe(
      '1.234567890123456789 TKN',
    )
    expect(shortAmount(1_234_567_890_123_456_789n, asset(18), 'en')).toBe('1.23456 TKN')
    expect(shortAmount(9_999_999_978_999_999_748n * 1000n, asset(18), 'en')).toBe('9,999.99 TKN')
    expect(shortAmount(2_480_106_972n, asset(6), 'en')).toBe('2,480.1 TKN')
    expect(shortAmount(286_737_004_587_792n, asset(18), 'en')).toBe('0.000286737 TKN')
    expect(shortAmount(12_345_678_900_000n, asset(6), 'de')).toBe('12.345.678 TKN')
    expect(shortAmount(1n, asset(18), 'en')).toBe('<0.000000000001 TKN')
    expect(shortAmount(-1_234_567n, asset(6), 'en')).toBe('-1.23456 TKN')
    expect(shortAmount(7n, asset(0), 'en')).toBe('7 TKN')
    expect(fiatParts('4182.06', 'en')).toEqual({ whole: '$4,182', fraction: '.06' })
  })

  it('behavior: no unit is lost between field, draft and review, for 0 to 36 places in any locale', () => {
    fc.assert(
      fc.property(
        units,
        fc.integer({ min: 0, max: 36 }),
        fc.constantFrom(...locales),
        (amount, decimals, locale) => {
          const field = formatAmount(amount, decimals, { locale, useGrouping: false })
          expect(parseAmount(field, decimals, locale)).toBe(amount)
          const review = exactAmount(amount, asset(decimals), locale)
          expect(parseAmount(review.slice(0, -' TKN'.length), decimals, locale)).toBe(amount)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('behavior: money is not rounded through a float', () => {
    expect(fiatText('9007199254740993.05', 'en')).toBe('$9,007,199,254,740,993.05')
  })
})

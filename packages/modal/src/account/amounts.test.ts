import { formatAmount, parseAmount } from '@latchkey/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactAmount, fiatParts, fiatText, shortAmount } from './amounts.ts'

const asset = (decimals: number) => ({ id: 'test:1/token:1', name: 'Token', symbol: 'TKN', decimals }) as const
const locales = ['en', 'de', 'fr', 'de-CH', 'hi', 'ar-EG', 'pt-BR', 'sv'] as const
const units = fc.bigInt(0n, (1n << 256n) - 1n)

describe('amounts', () => {
  it('default', () => {
    expect(exactAmount(1_234_567_890_123_456_789n, asset(18), 'en')).toBe('1.234567890123456789 TKN')
    expect(shortAmount(1_234_567_890_123_456_789n, asset(18), 'en')).toBe('1.234567 TKN')
    expect(fiatParts('4182.06', 'en')).toEqual({ whole: '$4,182', fraction: '.06' })
  })

  it('behavior: no unit is lost between field, draft and review, for 0 to 36 places in any locale', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 36 }), fc.constantFrom(...locales), (amount, decimals, locale) => {
        const field = formatAmount(amount, decimals, { locale, useGrouping: false })
        expect(parseAmount(field, decimals, locale)).toBe(amount)
        const review = exactAmount(amount, asset(decimals), locale)
        expect(parseAmount(review.slice(0, -' TKN'.length), decimals, locale)).toBe(amount)
      }),
      { numRuns: 500 },
    )
  })

  it('behavior: money is not rounded through a float', () => {
    expect(fiatText('9007199254740993.05', 'en')).toBe('$9,007,199,254,740,993.05')
  })
})

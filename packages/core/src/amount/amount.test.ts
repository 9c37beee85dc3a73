import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxAmount } from './decimal.ts'
import { formatAmount } from './format-amount.ts'
import { parseAmount } from './parse-amount.ts'

describe('parseAmount', () => {
  test.each<readonly [string, string, bigint | null]>([
    ['1', 'en', 100n],
    ['1.5', 'en', 150n],
    ['1,5', 'de', 150n],
    ['1.5', 'de', 150n],
    ['1,5', 'en', 150n],
    ['.5', 'en', 50n],
    ['5.', 'en', 500n],
    ['1,234.56', 'en', 123456n],
    ['1.234,56', 'de', 123456n],
    ['1,234.56', 'de', 123456n],
    ['1,234', 'en', 123400n],
    ['1.234', 'de', 123400n],
    ['0,12', 'en', 12n],
    ['1 234,56', 'fr', 123456n],
    ['1\u202f234,56', 'fr', 123456n],
    ['1’234.56', 'de-CH', 123456n],
    ['12,34,567.8', 'en-IN', 123456780n],
    ['١٫٥', 'ar-EG', 150n],
    ['１．５', 'ja', 150n],
    [' 1.5 ETH ', 'en', 150n],
    ['1.500', 'en', 150n],
    ['1.501', 'en', null],
    ['1 5', 'en', null],
    ['1,23,4.5', 'en', null],
    ['1.2.3', 'en', null],
    ['1e5', 'en', null],
    ['0x10', 'en', null],
    ['-1', 'en', null],
    ['', 'en', null],
    ['.', 'en', null],
    ['∞', 'en', null],
    ['1'.repeat(300), 'en', null],
  ])('behavior: "%s" in %s', (text, locale, amount) =>
    expect(parseAmount(text, 2, locale)).toBe(amount),
  )

  test('behavior: exact for every amount, all decimals and locales', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: maxAmount }),
        fc.integer({ min: 0, max: 36 }),
        fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'hi', 'pt-BR', 'ja'),
        fc.boolean(),
        (amount, decimals, locale, useGrouping) => {
          const text = formatAmount(amount, decimals, { locale, useGrouping })
          expect(parseAmount(text, decimals, locale), text).toBe(amount)
        },
      ),
      { numRuns: 1000 },
    )
    expect(parseAmount(`${maxAmount + 1n}`, 0, 'en')).toBeNull()
  })
})

describe('formatAmount', () => {
  test.each<readonly [bigint, number, formatAmount.Options, string]>([
    [123456789n, 6, {}, '123.456789'],
    [1234567890000n, 6, {}, '1,234,567.89'],
    [1234567890000n, 6, { locale: 'de' }, '1.234.567,89'],
    [1999999n, 6, { maximumFractionDigits: 2 }, '1.99'],
    [1n, 18, { maximumFractionDigits: 4 }, '<0.0001'],
    [1n, 18, { maximumFractionDigits: 0 }, '<1'],
    [0n, 18, { maximumFractionDigits: 4 }, '0'],
    [-15n, 1, {}, '-1.5'],
    [7n, 0, {}, '7'],
  ])('behavior: %s with %i places %o', (amount, decimals, options, text) =>
    expect(formatAmount(amount, decimals, { locale: 'en', ...options })).toBe(text),
  )
})

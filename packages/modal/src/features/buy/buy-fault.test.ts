import { formatAmount, parseAmount } from '@latchkey/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPayment } from './buy-fault.ts'

const limits = { min: '10.00', max: '7500.00' }

describe('readPayment', () => {
  test('default', () => {
    expect(readPayment('100', { places: 2, locale: 'en', limits })).toEqual({ amount: '100' })
  })

  test.each([
    ['', 2, 'en', { is: 'missing' }],
    ['0', 2, 'en', { is: 'missing' }],
    ['x', 2, 'en', { is: 'invalid' }],
    ['-5', 2, 'en', { is: 'negative' }],
    ['1.001', 2, 'en', { is: 'too-precise' }],
    ['1,001', 2, 'de', { is: 'too-precise' }],
    ['1500.5', 0, 'en', { is: 'too-precise' }],
    ['9.99', 2, 'en', { is: 'too-little', min: '10.00' }],
    ['10', 2, 'en', { amount: '10' }],
    ['7500', 2, 'en', { amount: '7500' }],
    ['7500.01', 2, 'en', { is: 'too-much', max: '7500.00' }],
    ['1.234,50', 2, 'de', { amount: '1234.5' }],
    ['1,234.50 USD', 2, 'en', { amount: '1234.5' }],
  ])('parameters: %j with %i places in %s', (text, places, locale, read) => {
    expect(readPayment(text, { places, locale, limits })).toEqual(read)
  })

  test('behavior: a limit finer than the currency is kept on its safe side', () => {
    const fine = { min: '10.001', max: '20.009' }
    expect(readPayment('10', { places: 2, locale: 'en', limits: fine })).toEqual({
      is: 'too-little',
      min: '10.001',
    })
    expect(readPayment('10.01', { places: 2, locale: 'en', limits: fine })).toEqual({
      amount: '10.01',
    })
    expect(readPayment('20.01', { places: 2, locale: 'en', limits: fine })).toEqual({
      is: 'too-much',
      max: '20.009',
    })
    expect(readPayment('20', { places: 2, locale: 'en', limits: fine })).toEqual({ amount: '20' })
  })

  test('behavior: no unit is lost between the field and what is sent', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 30n),
        fc.constantFrom(0, 2, 3),
        fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'ja'),
        fc.boolean(),
        (units, places, locale, useGrouping) => {
          const text = formatAmount(units, places, { locale, useGrouping })
          const read = readPayment(text, { places, locale, limits: undefined })
          expect('amount' in read && parseAmount(read.amount, places, 'en'), text).toBe(units)
          expect('amount' in read && /^\d{1,40}(?:\.\d{1,36})?$/.test(read.amount), text).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { currencyPlaces, moneyText, unitPrice } from './money-text.ts'

describe('moneyText', () => {
  test.each([
    ['100', 'USD', 'en', '$100.00'],
    ['1234.5', 'EUR', 'de', '1.234,50\u00a0€'],
    ['1500', 'JPY', 'en', '¥1,500'],
    ['0.03790398', 'ETH', 'en', '0.037903 ETH'],
    ['0.00000001', 'ETH', 'en', '<0.000001 ETH'],
    ['1234567.5', 'USDC', 'de', '1.234.567,5 USDC'],
    ['1', '<img src=x>', 'en', '1 <img src=x>'],
  ])('parameters: %s %s in %s', (amount, currency, locale, text) => {
    expect(moneyText({ amount, currency }, locale)).toBe(text)
  })
})

describe('currencyPlaces', () => {
  test('default', () => {
    expect(['USD', 'JPY', 'KWD', 'ETH', 'usd', ''].map(currencyPlaces)).toEqual([
      2,
      0,
      3,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('unitPrice', () => {
  test('default', () => {
    const bought = { amount: '0.098596', currency: 'ETH' }
    expect(unitPrice({ amount: '246.49', currency: 'USD' }, bought)).toEqual({
      amount: '2500',
      currency: 'USD',
    })
  })

  test('behavior: none where nothing is bought, or nobody knows a price', () => {
    const money = { amount: '100', currency: 'USD' }
    expect(unitPrice(money, { amount: '0', currency: 'ETH' })).toBeUndefined()
    expect(unitPrice(money, { amount: '98', currency: 'USD' })).toBeUndefined()
    expect(unitPrice(money, { amount: 'NaN', currency: 'ETH' })).toBeUndefined()
  })
})

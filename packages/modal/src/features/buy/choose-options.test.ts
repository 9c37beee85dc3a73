import { describe, expect, test } from 'vitest'
import { chooseOptions, startAmount } from './choose-options.ts'

const networks = [
  { name: 'devnet', display_name: 'Devnet', chain_id: '31337', contract_address: '' },
]
const card = { id: 'card', min: '10.00', max: '7500.00' }
const bank = { id: 'bank', min: '200.00', max: '25000.00' }
const options = {
  purchaseCurrencies: [
    { id: 'same', name: 'USD Coin', symbol: 'USDC', networks },
    { id: 'same', name: 'Ether', symbol: 'ETH', networks },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [card, bank] },
    { id: 'JPY', payment_method_limits: [] },
  ],
}
const pick = (wanted: Parameters<typeof chooseOptions>[1], native: string | undefined = 'ETH') => {
  const { asset, currency, method, places } = chooseOptions(options, wanted, native) ?? {}
  return [asset?.symbol, currency?.id, method?.id, places]
}

describe('chooseOptions', () => {
  test('default', () => expect(pick({})).toEqual(['ETH', 'USD', 'card', 2]))

  test('parameters: what was chosen, told apart by its symbol', () => {
    expect(pick({ asset: 'USDC', currency: 'JPY' })).toEqual(['USDC', 'JPY', undefined, 0])
    expect(pick({ method: 'bank' })).toEqual(['ETH', 'USD', 'bank', 2])
  })

  test('behavior: what is not offered any more gives way to what is', () => {
    expect(pick({ asset: 'DOGE', currency: 'XXX', method: 'gone' })).toEqual([
      'ETH',
      'USD',
      'card',
      2,
    ])
    expect(pick({}, 'OTHER')).toEqual(['USDC', 'USD', 'card', 2])
    expect(chooseOptions({ ...options, purchaseCurrencies: [] }, {}, 'ETH')).toBeUndefined()
    expect(chooseOptions({ ...options, paymentCurrencies: [] }, {}, 'ETH')).toBeUndefined()
  })
})

describe('startAmount', () => {
  test.each([
    [card, 2, 'en', '100'],
    [bank, 2, 'en', '200'],
    [{ id: 'small', min: '0.01', max: '20.50' }, 2, 'de', '20,5'],
    [{ id: 'yen', min: '1500', max: '1100000' }, 0, 'en', '1500'],
    [undefined, 2, 'en', '100'],
  ])('parameters: %o with %i places in %s', (method, places, locale, text) => {
    expect(startAmount({ method, places }, locale)).toBe(text)
  })
})

import type { Asset } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTypedAmount, parseTypedAmount, placesOfFormat } from './typed-amount.ts'

const asset: Asset = { id: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 }
const usd = { asset, locale: 'en', money: { currency: 'usd', price: '2500' } } as const
const ether = 10n ** 18n

describe('readTyped', () => {
  it('default', () => {
    expect(parseTypedAmount('1.5', { asset, locale: 'en' })).toBe((3n * ether) / 2n)
    expect(parseTypedAmount('100', usd)).toBe(ether / 25n)
  })

  it.each([
    ['0.01', '3', 3_333_333_333_333_333n],
    ['1,000.50', '0.5', 2001n * ether],
    ['1.234', '2500', null],
    ['x', '2500', null],
    ['5', '0', null],
    ['5', '1e3', null],
    // Money of a token that has lost its price is no number of tokens.
    ['100', undefined, null],
  ])('parameters: %j of money at %j', (text, price, amount) => {
    expect(parseTypedAmount(text, { ...usd, money: { currency: 'usd', price } })).toBe(amount)
  })

  it('parameters: currency: its own places, eight for a coin', () => {
    const places = (currency: string) => placesOfFormat({ ...usd, money: { currency, price: '1' } })
    expect(['usd', 'jpy', 'btc'].map(places)).toEqual([2, 0, 8])
    expect(
      parseTypedAmount('0,01', { ...usd, locale: 'de', money: { currency: 'eur', price: '2000' } }),
    ).toBe(ether / 200_000n)
  })
})

describe('writeTyped', () => {
  it('default', () => {
    expect(formatTypedAmount(ether / 25n, { asset, locale: 'en' })).toBe('0.04')
    expect(formatTypedAmount(ether / 25n, usd)).toBe('100')
    expect(formatTypedAmount(ether, { ...usd, money: { currency: 'usd', price: undefined } })).toBe(
      '',
    )
  })

  it('behavior: what is written is read as no more than it was, and less than the smallest coin of money below', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 30n),
        fc.integer({ min: 1, max: 10 ** 8 }),
        (amount, cents) => {
          const writing = { ...usd, money: { currency: 'usd', price: (cents / 100).toFixed(2) } }
          const read = parseTypedAmount(formatTypedAmount(amount, writing), writing) ?? -1n
          return read <= amount && (amount - read) * BigInt(cents) <= 2n * ether
        },
      ),
    )
  })
})

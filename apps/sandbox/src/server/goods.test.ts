import { isOnrampOptions, moneyUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardOutcome, isExpiryAhead, testCards } from './card.ts'
import { goods, makeOffer, sandboxOptions, toBaseUnits } from './goods.ts'

const units = (text: string): bigint => moneyUnits(text) as bigint

describe('makeOffer', () => {
  test('default', () => {
    expect(
      makeOffer({ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100' }),
    ).toMatchObject({
      paymentTotal: { amount: '100.00', currency: 'USD' },
      providerFee: { amount: '1.50', currency: 'USD' },
      networkFee: { amount: '0.25', currency: 'USD' },
      paymentSubtotal: { amount: '98.25', currency: 'USD' },
      purchaseAmount: { amount: '0.0393', currency: 'ETH' },
      units: 39_300_000_000_000_000n,
    })
    expect(isOnrampOptions(sandboxOptions())).toBe(true)
  })

  test('behavior: parts add up to what is paid, and base units are what is shown, for every good and currency', () => {
    const cases = sandboxOptions().paymentCurrencies.flatMap(
      ({ id, payment_method_limits: [limit] }) =>
        goods.map((good) => ({
          good,
          currency: id,
          min: Number(limit?.min),
          max: Number(limit?.max),
        })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, share) => {
          const places = one.currency === 'JPY' ? 0 : 2
          const amount = (one.min + share * (one.max - one.min)).toFixed(places)
          const made = makeOffer({
            purchaseCurrency: one.good.symbol,
            paymentCurrency: one.currency,
            amount,
          })
          if ('field' in made) throw new Error(made.description)
          const { paymentTotal, paymentSubtotal, providerFee, networkFee, purchaseAmount } = made
          expect(units(paymentTotal.amount)).toBe(units(amount))
          const parts = [paymentSubtotal, providerFee, networkFee].reduce(
            (sum, part) => sum + units(part.amount),
            0n,
          )
          expect(parts).toBe(units(paymentTotal.amount))
          expect(toBaseUnits(one.good, purchaseAmount.amount)).toBe(made.units)
        },
      ),
    )
  })

  test.each([
    [{ amount: '9.99' }, 'amount'],
    [{ amount: '7500.01' }, 'amount'],
    [{ paymentCurrency: 'constructor' }, 'paymentCurrency'],
    [{ purchaseCurrency: 'DOGE' }, 'purchaseCurrency'],
  ])('behavior: %o is refused for its %s', (more, field) => {
    const asked = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', ...more }
    expect(makeOffer(asked)).toMatchObject({ field })
  })
})

describe('testCards', () => {
  test('default: valid numbers, each with what it does', () => {
    for (const { number, outcome } of testCards) {
      const sum = [...number].reverse().reduce((total, digit, at) => {
        const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
        return total + (value > 9 ? value - 9 : value)
      }, 0)
      expect([number, sum % 10, cardOutcome(number.replace(/(.{4})/g, '$1 '))]).toEqual([
        number,
        0,
        outcome,
      ])
    }
    expect(['', '4111111111111111', '42424242424242420'].map(cardOutcome)).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('isExpiryAhead', () => {
  test('default', () => {
    const now = new Date(2026, 10, 21)
    expect(['11/26', ' 12 / 26', '1/27', '01/99'].map((text) => isExpiryAhead(text, now))).toEqual(
      Array(4).fill(true),
    )
    expect(
      ['10/26', '13/30', '0/30', '1127', '', 'aa/bb'].map((text) => isExpiryAhead(text, now)),
    ).toEqual(Array(6).fill(false))
  })
})

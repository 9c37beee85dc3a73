import type { Currency } from '../../base/config/currencies.ts'
import { findMemberSpans } from '../../base/http/json-spans.ts'
import { compareRatios, parseRatio, type Ratio } from '../../base/money/ratio.ts'
import { fiatCurrencies } from './rates.ts'

/** Path and query of the request for exchange rates, relative to the service's address. */
export const ratesPath = `latest?base=USD&symbols=${fiatCurrencies.join(',').toUpperCase()}`

const minRate: Ratio = { num: 1n, den: 10n ** 6n }
const maxRate: Ratio = { num: 10n ** 6n, den: 1n }
const dayMs = 86_400_000
/**
 * Longest pause in milliseconds between two rates: central banks publish none at week-ends and on
 * holidays; some slack is included.
 */
const maxAgeMs = 10 * dayMs

/**
 * Reads the rates for one US dollar from an answer of Frankfurter
 * (`{ amount, base, date, rates }`), with all digits; implausible rates are left out.
 * @throws any error: another base or amount, an old date, or a malformed answer
 */
export function readRates(text: string, now: number): ReadonlyMap<Currency, Ratio> {
  if (!text.trimStart().startsWith('{')) throw new Error('no rates')
  const members = findMemberSpans(text)
  const rates = members.get('rates')
  const amount = parseRatio(members.get('amount') ?? '1')
  const day = Date.parse(`${JSON.parse(members.get('date') ?? '""')}`)
  if (members.get('base') !== '"USD"' || !amount || amount.num !== amount.den)
    throw new Error('rates of something else')
  if (!(now - day < maxAgeMs && day - now < 2 * dayMs)) throw new Error('old rates')
  if (!rates?.startsWith('{')) throw new Error('no rates')
  const spans = findMemberSpans(rates)
  return new Map(
    fiatCurrencies.flatMap((currency): readonly (readonly [Currency, Ratio])[] => {
      const rate = parseRatio(spans.get(currency.toUpperCase()) ?? '')
      return rate && compareRatios(rate, minRate) >= 0 && compareRatios(rate, maxRate) <= 0
        ? [[currency, rate]]
        : []
    }),
  )
}

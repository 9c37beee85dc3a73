import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareRatios,
  divideRatios,
  formatRatio,
  multiplyRatios,
  parseRatio,
  type Ratio,
  ratioOfUnits,
} from './ratio.ts'

/** Another way to the same: long division by hand, digit by digit, on decimal text. */
function longDivision(num: bigint, den: bigint, places: number): string {
  const digits: string[] = []
  let rest = num % den
  for (let at = 0; at < places; at++) {
    rest *= 10n
    digits.push(`${rest / den}`)
    rest %= den
  }
  return `${num / den}.${digits.join('')}`
}

const positive = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const ratio: fc.Arbitrary<Ratio> = fc.record({ num: positive, den: positive })
const read = (text: string): Ratio => parseRatio(text) as Ratio

describe('parseRatio', () => {
  test('default', () => {
    expect(formatRatio(read('2500.250'))).toBe('2500.25')
    expect(formatRatio(read('1e-7'))).toBe('0.0000001')
    expect(formatRatio(read('1.5E+3'))).toBe('1500')
    expect(formatRatio(read('0.000'))).toBe('0')
  })

  test.each([
    '',
    '-1',
    '+1',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '1_000',
    '1,5',
    ' 1',
    '.5',
    '1.',
    '1'.repeat(101),
  ])('behavior: %j is no amount', (text) => expect(parseRatio(text)).toBeUndefined())

  test('behavior: every finite number ≥ 0 that JSON can spell is read as it is written', () => {
    const number = fc
      .double({ min: 0, max: 1e90, noNaN: true })
      .filter((value) => value === 0 || value > 1e-90)
    fc.assert(
      fc.property(number, (value) => {
        expect(Number(formatRatio(read(JSON.stringify(value))))).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('ratioText', () => {
  test('default', () => {
    expect(formatRatio({ num: 1n, den: 3n }, 5)).toBe('0.33333')
    expect(formatRatio({ num: 2n, den: 3n }, 5)).toBe('0.66667')
    expect(formatRatio({ num: 10n ** 60n, den: 1n }, 5)).toBe(`1${'0'.repeat(60)}`)
  })

  test('behavior: is within half a unit of the 36th digit of a long division by hand', () => {
    fc.assert(
      fc.property(ratio, ({ num, den }) => {
        // Both as whole numbers of 10^-160, so that the comparison itself rounds nothing that
        // matters.
        const asWhole = (decimal: string): bigint => {
          const [whole = '0', fraction = ''] = decimal.split('.')
          return BigInt(whole + fraction.padEnd(160, '0'))
        }
        const exact = asWhole(longDivision(num, den, 160))
        const off = asWhole(formatRatio({ num, den })) - exact
        const size = off < 0n ? -off : off
        expect(2n * size * 10n ** 35n <= exact + 2n * 10n ** 35n).toBe(true)
      }),
    )
  })
})

describe('arithmetic', () => {
  test('behavior: multiplying, dividing and comparing agree with common denominators', () => {
    fc.assert(
      fc.property(ratio, ratio, (a, b) => {
        const product = multiplyRatios(a, b)
        expect(product.num * a.den * b.den).toBe(a.num * b.num * product.den)
        const back = divideRatios(product, b)
        expect(compareRatios(back, a)).toBe(0)
        expect(compareRatios(a, b)).toBe(-compareRatios(b, a) + 0)
        expect(compareRatios(a, { num: a.num + 1n, den: a.den })).toBe(-1)
      }),
    )
  })

  test('behavior: base units and their text are one amount', () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        const text = formatRatio(ratioOfUnits(units, decimals), 120)
        const [whole = '0', fraction = ''] = text.split('.')
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(units)
      }),
    )
  })
})

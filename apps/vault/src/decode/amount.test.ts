import { describe, expect, test } from 'vitest'
import { exactAmount } from './amount.ts'

describe('exactAmount', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_234_567n * 10n ** 18n, 18, '1\u202f234\u202f567'],
    [1_500n, 3, '1.5'],
    [42n, 0, '42'],
    [-5n, 1, '-0.5'],
    [(1n << 256n) - 1n, 255, `0.${String((1n << 256n) - 1n).padStart(255, '0')}`],
  ])('default: %s of %s decimals', (amount, decimals, text) => {
    expect(exactAmount(amount, decimals)).toBe(text)
  })
})

import { describe, expect, test } from 'vitest'
import { formatAmount } from './order-words.ts'

describe('formatAmount', () => {
  test('default: base units as a decimal', () => {
    expect(formatAmount('19900000', 6)).toBe('19.9')
    expect(formatAmount('1', 18)).toBe('0.000000000000000001')
    expect(formatAmount('1000000', 6)).toBe('1')
    expect(formatAmount('0', 6)).toBe('0')
    expect(formatAmount('50', 0)).toBe('50')
  })

  test('behavior: no digit of the largest amount is lost', () => {
    const largest = (2n ** 256n - 1n).toString()
    expect(formatAmount(largest, 18).replace('.', '')).toBe(largest)
  })
})

import { describe, expect, it } from 'vitest'
import { rateText } from './rate-text.ts'

const side = (symbol: string, decimals: number, amount: bigint) => ({
  asset: { symbol, decimals },
  amount,
})

describe('rateText', () => {
  it('default', () => {
    const [ether, dollars] = [side('ETH', 18, 10n ** 18n), side('USDC', 6, 2_487_120_000n)]
    expect(rateText(ether, dollars, 'en')).toBe('1 ETH = 2,487.12 USDC')
    expect(rateText(dollars, ether, 'en')).toBe('1 USDC = 0.000402071 ETH')
    expect(rateText(ether, dollars, 'de')).toBe('1 ETH = 2.487,12 USDC')
  })

  it('behavior: no rate between assets of few places is lost, and none is rounded up', () => {
    expect(rateText(side('A', 0, 3n), side('B', 0, 1n), 'en')).toBe('1 A = 0.333333 B')
    expect(rateText(side('A', 0, 3n), side('B', 0, 2n), 'en')).toBe('1 A = 0.666666 B')
    expect(rateText(side('A', 36, 10n ** 36n), side('B', 36, 1n), 'en')).toBe(
      `1 A = 0.${'0'.repeat(35)}1 B`,
    )
    expect(rateText(side('A', 6, 1n), side('B', 18, 123_456_789n * 10n ** 12n), 'en')).toBe(
      '1 A = 123,456,789 B',
    )
  })

  it('behavior: nothing paid has no rate', () => {
    expect(rateText(side('A', 6, 0n), side('B', 6, 1n), 'en')).toBe('')
    expect(rateText(side('A', 6, 1n), side('B', 6, 0n), 'en')).toBe('1 A = 0 B')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentText, readSlippage, slippageBounds, slippageWithinLimits } from './percent.ts'

describe('percentText', () => {
  it('default', () => {
    expect(percentText(1, 'en')).toBe('1%')
    expect(percentText(0.05, 'en')).toBe('0.05%')
    expect(percentText(12.345, 'de')).toBe('12,35\u00a0%')
    expect(percentText(0, 'en')).toBe('0%')
  })

  it('behavior: a little is not nothing', () => {
    expect(percentText(0.0004, 'en')).toBe('<0.01%')
  })
})

describe('readSlippage', () => {
  it.each([
    ['1', 'en', 1],
    ['0.05', 'en', 0.05],
    ['50', 'en', 50],
    ['0,5', 'de', 0.5],
    [' 2.5 % ', 'en', 2.5],
    ['0.04', 'en', null],
    ['50.01', 'en', null],
    ['0', 'en', null],
    ['-1', 'en', null],
    ['1.005', 'en', null],
    ['1e1', 'en', null],
    ['', 'en', null],
  ] as const)('parameters: %j in %s', (text, locale, percent) => {
    expect(readSlippage(text, locale)).toBe(percent)
  })
})

describe('slippageBounds', () => {
  it('default', () => expect(slippageBounds('de')).toEqual(['0,05', '50']))
})

describe('keptSlippage', () => {
  it('default', () => {
    expect(slippageWithinLimits(10n, 1000n, 1)).toBe(1)
    expect(slippageWithinLimits(1010n, 2000n, 1)).toBe(1)
    expect(slippageWithinLimits(5n, 995n, 1)).toBe(0.5)
    expect(slippageWithinLimits(0n, 990n, 1)).toBeNull()
    expect(slippageWithinLimits(-1n, 989n, 1)).toBeNull()
    expect(slippageWithinLimits(0n, 0n, 1)).toBeNull()
  })

  const amount = fc.bigInt(1n, 1n << 200n)
  const chosen = fc.integer({ min: 5, max: 5000 })
  const cutOf = (kept: number, hundredths: number): bigint => {
    const cut = BigInt(Math.round(kept * 100))
    expect(cut <= BigInt(hundredths) && cut >= 5n).toBe(true)
    return cut
  }
  it('behavior: never less arrives than was promised', () => {
    fc.assert(
      fc.property(amount, amount, chosen, (promised, now, hundredths) => {
        const kept = slippageWithinLimits(now - promised, now, hundredths / 100)
        return kept === null || (now * (10_000n - cutOf(kept, hundredths))) / 10_000n >= promised
      }),
      { numRuns: 1000 },
    )
  })
  it('behavior: never more leaves than was promised', () => {
    fc.assert(
      fc.property(amount, amount, chosen, (promised, now, hundredths) => {
        const kept = slippageWithinLimits(promised - now, now, hundredths / 100)
        return kept === null || (now * (10_000n + cutOf(kept, hundredths))) / 10_000n <= promised
      }),
      { numRuns: 1000 },
    )
  })
})

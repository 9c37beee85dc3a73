import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSlippage, subtractSlippage } from './slippage.ts'

const amount = fc.bigInt(0n, 2n ** 256n - 1n)
const percent = fc.integer({ min: 0, max: 5_000 }).map((bps) => bps / 100)

describe('minimumOf', () => {
  test('default', () => {
    expect([
      subtractSlippage(1_000n, 1),
      subtractSlippage(1_000n, 0),
      subtractSlippage(1_000n, 50),
      subtractSlippage(999n, 1),
    ]).toEqual([990n, 1_000n, 500n, 990n])
    expect([subtractSlippage(10_000n, 0.01), subtractSlippage(10_000n, 0.29)]).toEqual([
      9_999n,
      9_971n,
    ])
  })

  test('behavior: never less than the share that was promised, and at most a unit more', () => {
    fc.assert(
      fc.property(amount, percent, (value, share) => {
        const exact = value * BigInt(10_000 - Math.round(share * 100))
        const least = subtractSlippage(value, share) * 10_000n
        return least >= exact && least - exact < 10_000n
      }),
    )
  })
})

describe('maximumOf', () => {
  test('default', () => {
    expect([addSlippage(1_000n, 1), addSlippage(1_000n, 0), addSlippage(99n, 1)]).toEqual([
      1_010n,
      1_000n,
      99n,
    ])
  })

  test('behavior: never more than the share that was allowed, and at most a unit less', () => {
    fc.assert(
      fc.property(amount, percent, (value, share) => {
        const exact = value * BigInt(10_000 + Math.round(share * 100))
        const most = addSlippage(value, share) * 10_000n
        return most <= exact && exact - most < 10_000n
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxAmount } from './max-amount.ts'

const coin = 'test:1/slip44:1'
const token = 'test:1/token:1'

describe('maxAmount', () => {
  it('default', () => {
    expect(maxAmount({ asset: coin, balance: 10n, fee: 3n, feeAsset: coin })).toBe(7n)
    expect(maxAmount({ asset: token, balance: 10n, fee: 3n, feeAsset: coin })).toBe(10n)
    expect(maxAmount({ asset: coin, balance: 3n, fee: 3n, feeAsset: coin })).toBe(0n)
  })

  it('behavior: never more than there is and never below zero', () => {
    const amount = fc.bigInt(0n, 1n << 256n)
    fc.assert(
      fc.property(amount, amount, (balance, fee) => {
        const max = maxAmount({ asset: coin, balance, fee, feeAsset: coin })
        return max >= 0n && max <= balance && (max === 0n || max + fee === balance)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestRoute } from './best-route.ts'
import { priceImpact } from './price-impact.ts'

const unit = 10n ** 18n
const impactOf = (
  amount: bigint,
  pools: readonly (readonly [bigint, bigint])[],
  feeBps = 30,
  side: 'pay' | 'receive' = 'pay',
) => {
  const way = { path: [], pools: pools.map(([paid, out]) => ({ in: paid, out })) }
  const route = bestRoute([way], { amount, side, feeBps })
  return route && priceImpact(route, feeBps)
}

describe('priceImpact', () => {
  test('default', () => {
    // x / (1 + x) of the price is lost, where x is the part of the pool that is paid, less the fee.
    expect(impactOf(100n * unit, [[1_000n * unit, 5n * unit]], 0)).toBe(9.091)
    expect(impactOf(100n * unit, [[1_000n * unit, 5n * unit]])).toBe(9.0662)
  })

  test('behavior: fees alone are no impact', () => {
    const deep = [10n ** 30n, 10n ** 30n] as const
    expect(impactOf(unit, [deep])).toBeLessThanOrEqual(0.0001)
    expect(impactOf(unit, [deep, deep])).toBeLessThanOrEqual(0.0001)
    expect(impactOf(unit, [deep], 1_000)).toBeLessThanOrEqual(0.0001)
  })

  test('behavior: both pools of a route count', () => {
    const pool = [1_000n * unit, 1_000n * unit] as const
    const one = impactOf(100n * unit, [pool], 0) ?? 0
    const two = impactOf(100n * unit, [pool, pool], 0) ?? 0
    expect(two).toBeCloseTo(100 - 100 / 1.1 / (1 + 100 / 1.1 / 1_000), 3)
    expect(two).toBeGreaterThan(one)
  })

  test('behavior: 0 to 100 for every route, and no less for a larger amount', () => {
    const reserve = fc.bigInt(1n, 2n ** 112n - 1n)
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt(1n, 2n ** 112n), (paid, out, amount) => {
        for (const side of ['pay', 'receive'] as const) {
          const impact = impactOf(amount, [[paid, out]], 30, side)
          if (impact !== undefined && !(impact >= 0 && impact <= 100)) return false
        }
        return true
      }),
    )
    const pool = [[1_000n * unit, 1_000n * unit]] as const
    fc.assert(
      fc.property(fc.bigInt(unit, 10_000n * unit), fc.bigInt(unit, 10_000n * unit), (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        return (impactOf(low, pool) ?? 0) <= (impactOf(high, pool) ?? 0)
      }),
    )
  })
})

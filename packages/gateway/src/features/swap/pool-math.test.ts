import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeInput, computeOutput, type Reserves } from './pool-math.ts'

const room = 2n ** 112n
const reserve = fc.oneof(
  fc.bigInt(1n, room - 1n),
  fc.bigInt(1n, 1_000n),
  fc.bigInt(room - 1_000n, room - 1n),
)
const pool = fc.record({ in: reserve, out: reserve })
const amount = fc.oneof(fc.bigInt(1n, room), fc.bigInt(1n, 1_000n))
const fee = fc.oneof(fc.constant(30), fc.integer({ min: 0, max: 1_000 }))

/**
 * What the contract itself demands of a swap (`UniswapV2: K`): written from that rule, not from the
 * router's formula.
 */
function isAllowed(pool: Reserves, paid: bigint, taken: bigint, feeBps: number): boolean {
  const balance = (pool.in + paid) * 10_000n - paid * BigInt(feeBps)
  return (
    taken < pool.out &&
    balance * (pool.out - taken) >= pool.in * pool.out * 10_000n &&
    pool.in + paid < room
  )
}

describe('amountOut', () => {
  test('default', () => {
    // 1,000 coins against 2,500,000.000000 dollars: one coin less 0.3 % moves the price a little.
    const pool = { in: 1_000n * 10n ** 18n, out: 2_500_000n * 10n ** 6n }
    expect(computeOutput(10n ** 18n, pool, 30)).toBe(2_490_017_452n)
    expect(computeOutput(10n ** 18n, pool, 0)).toBe(2_497_502_497n)
  })

  test('behavior: the most that the pool gives: one unit more is refused', () => {
    fc.assert(
      fc.property(pool, amount, fee, (reserves, paid, feeBps) => {
        const out = computeOutput(paid, reserves, feeBps)
        if (out === undefined) return !isAllowed(reserves, paid, 1n, feeBps)
        return (
          isAllowed(reserves, paid, out, feeBps) && !isAllowed(reserves, paid, out + 1n, feeBps)
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: nothing for nothing, from an empty pool, or beyond its room', () => {
    const full = { in: 10n, out: 10n }
    for (const [paid, reserves] of [
      [0n, full],
      [-1n, full],
      [5n, { in: 0n, out: 10n }],
      [5n, { in: 10n, out: 0n }],
      [room - 10n, full],
      [1n, { in: 1_000n, out: 10n }],
    ] as const) {
      expect(computeOutput(paid, reserves, 30)).toBeUndefined()
    }
    expect(computeOutput(room - 11n, full, 30)).toBe(9n)
  })
})

describe('amountIn', () => {
  test('default', () => {
    const pool = { in: 1_000n * 10n ** 18n, out: 2_500_000n * 10n ** 6n }
    expect(computeInput(2_490_017_452n, pool, 30)).toBe(999_999_999_758_894_863n)
    expect(computeInput(2_500_000n * 10n ** 6n, pool, 30)).toBeUndefined()
  })

  test('behavior: enough, and at most one unit more than the least that is', () => {
    fc.assert(
      fc.property(pool, amount, fee, (reserves, taken, feeBps) => {
        const paid = computeInput(taken, reserves, feeBps)
        if (paid === undefined)
          return (
            taken >= reserves.out ||
            !isAllowed(reserves, room - 1n - reserves.in, taken, feeBps) ||
            isOnTheEdge()
          )
        return (
          isAllowed(reserves, paid, taken, feeBps) && !isAllowed(reserves, paid - 2n, taken, feeBps)
        )

        /**
         * The router adds a unit even where none is missing, and that may be the one that does not
         * fit.
         */
        function isOnTheEdge(): boolean {
          return !isAllowed(reserves, room - 2n - reserves.in, taken, feeBps)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: what is paid for an amount brings at least that amount, and not a unit is lost on the way back', () => {
    fc.assert(
      fc.property(pool, amount, fee, (reserves, value, feeBps) => {
        const paid = computeInput(value, reserves, feeBps)
        if (paid !== undefined)
          expect((computeOutput(paid, reserves, feeBps) ?? 0n) >= value).toBe(true)
        const out = computeOutput(value, reserves, feeBps)
        const back = out === undefined ? undefined : computeInput(out, reserves, feeBps)
        if (back !== undefined) expect(back <= value + 1n).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: nothing from an empty pool', () => {
    for (const reserves of [
      { in: 0n, out: 10n },
      { in: 10n, out: 0n },
    ]) {
      expect(computeInput(1n, reserves, 30)).toBeUndefined()
    }
    expect(computeInput(0n, { in: 10n, out: 10n }, 30)).toBeUndefined()
    expect(computeInput(9n, { in: room - 2n, out: 10n }, 30)).toBeUndefined()
  })
})

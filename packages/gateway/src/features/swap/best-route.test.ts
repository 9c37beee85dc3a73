import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestRoute, type RouteCandidate } from './best-route.ts'
import { computeInput, computeOutput } from './pool-math.ts'

const tokens = ['0x1', '0x2', '0x3', '0x4'] as const
const [a, b, c, d] = tokens
const way = (
  path: RouteCandidate['path'],
  ...pools: readonly (readonly [bigint, bigint])[]
): RouteCandidate => ({
  path,
  pools: pools.map(([paid, out]) => ({ in: paid, out })),
})
const thin = way([a, b], [1_000n, 1_000n])
const deep = way([a, c, b], [10n ** 9n, 10n ** 9n], [10n ** 9n, 10n ** 9n])

describe('bestRoute', () => {
  test('default', () => {
    expect(bestRoute([thin, deep], { amount: 10n, side: 'pay', feeBps: 30 })).toMatchObject({
      path: [a, b],
      paid: 10n,
      received: 9n,
    })
    expect(bestRoute([thin, deep], { amount: 1_000n, side: 'pay', feeBps: 30 })).toMatchObject({
      path: [a, c, b],
      received: 993n,
    })
  })

  test('behavior: side receive takes the way that costs least', () => {
    expect(bestRoute([deep, thin], { amount: 1n, side: 'receive', feeBps: 30 })).toMatchObject({
      path: [a, b],
      paid: 2n,
      received: 1n,
    })
    expect(bestRoute([thin, deep], { amount: 900n, side: 'receive', feeBps: 30 })).toMatchObject({
      path: [a, c, b],
      received: 900n,
    })
  })

  test('behavior: what a token keeps of a transfer does not arrive, in the pool or in the end', () => {
    const half = { sent: 2n, came: 1n }
    const ask = { amount: 1_000n, side: 'pay', feeBps: 0 } as const
    const one = way([a, b], [10n ** 9n, 10n ** 9n])
    const received = (more: Partial<RouteCandidate>) =>
      bestRoute([{ ...one, ...more }], ask)?.received
    expect([received({}), received({ enters: { sent: 1n, came: 1n } })]).toEqual([999n, 999n])
    expect([received({ enters: half }), received({ leaves: half })]).toEqual([499n, 499n])
    expect(received({ enters: half, leaves: half })).toBe(249n)
    expect(received({ leaves: { sent: 1_000n, came: 0n } })).toBeUndefined()
    expect(received({ enters: { sent: 1_001n, came: 1n } })).toBeUndefined()
    // Fewer are kept on the longer way.
    expect(bestRoute([{ ...one, leaves: half }, deep], ask)?.path).toBe(deep.path)
  })

  test('behavior: side receive leaves out a token that keeps a part', () => {
    const ask = { amount: 10n, side: 'receive', feeBps: 30 } as const
    const lossy = { sent: 1_000n, came: 999n }
    const whole = { sent: 7n, came: 7n }
    expect(bestRoute([{ ...thin, enters: whole, leaves: whole }], ask)?.received).toBe(10n)
    expect(bestRoute([{ ...thin, leaves: lossy }], ask)).toBeUndefined()
    expect(bestRoute([{ ...thin, enters: lossy }], ask)).toBeUndefined()
  })

  test('behavior: of equals the first', () => {
    const other = { ...thin, path: [a, d, b] }
    expect(bestRoute([thin, other], { amount: 10n, side: 'pay', feeBps: 30 })?.path).toBe(thin.path)
    expect(bestRoute([other, thin], { amount: 10n, side: 'receive', feeBps: 30 })?.path).toBe(
      other.path,
    )
  })

  test('behavior: nothing where no way is deep enough', () => {
    expect(bestRoute([], { amount: 1n, side: 'pay', feeBps: 30 })).toBeUndefined()
    expect(bestRoute([thin], { amount: 1_000n, side: 'receive', feeBps: 30 })).toBeUndefined()
    expect(bestRoute([thin], { amount: 1n, side: 'pay', feeBps: 30 })).toBeUndefined()
    expect(
      bestRoute([deep, thin], { amount: 10n ** 9n, side: 'receive', feeBps: 30 }),
    ).toBeUndefined()
  })

  test('behavior: no way is better, on either side, pool after pool', () => {
    const reserve = fc.bigInt(1n, 2n ** 112n - 1n)
    const pool = fc.record({ in: reserve, out: reserve })
    const ways = fc.array(fc.array(pool, { minLength: 1, maxLength: 2 }), { maxLength: 6 })
    fc.assert(
      fc.property(
        ways,
        fc.bigInt(1n, 2n ** 112n),
        fc.constantFrom('pay', 'receive'),
        (list, amount, side) => {
          const all = list.map((pools, at): RouteCandidate => ({ path: [`0x${at}`], pools }))
          const best = bestRoute(all, { amount, side, feeBps: 30 })
          const results = all.flatMap(({ pools: [first, second] }) => {
            if (!first) return []
            const through = side === 'pay' ? computeOutput : computeInput
            const [one, other] = side === 'pay' || !second ? [first, second] : [second, first]
            const step = through(amount, one, 30)
            const end = step !== undefined && other ? through(step, other, 30) : step
            return end === undefined ? [] : [end]
          })
          if (!best) return results.length === 0
          const found = side === 'pay' ? best.received : best.paid
          return (
            results.includes(found) &&
            results.every((one) => (side === 'pay' ? one <= found : one >= found))
          )
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

import type { Route } from './best-route.ts'
import { wholeBps } from './pool-math.ts'

const million = 1_000_000n

/**
 * Price impact: how much less arrives than at the price before the swap, without pool fees but with
 * transfer fees of tokens; percent with four decimals, rounded up.
 * @param feeBps - fee of each pool, in hundredths of a percent
 */
export function priceImpact(
  { pools, paid, received }: Omit<Route, 'path'>,
  feeBps: number,
): number {
  const keptBps = wholeBps - BigInt(feeBps)
  const expected = pools.reduce((product, pool) => product * pool.out * keptBps, paid)
  const actual = pools.reduce((product, pool) => product * pool.in * wholeBps, received)
  return Number(million - (actual * million) / expected) / 10_000
}

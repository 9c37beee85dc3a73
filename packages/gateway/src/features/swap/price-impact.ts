import type { Route } from './best-route.ts'
import { fullBasisPoints } from './pool-math.ts'

const partsPerWhole = 1_000_000n

/**
 * Computes the price impact: how much less arrives than at the price before the swap. Fees of pools
 * are not part of it, transfer fees of tokens are. In percent with four decimals, rounded up.
 * @param feeBps - fee of each pool, in hundredths of a percent
 */
export function priceImpact(
  { pools, paid, received }: Omit<Route, 'path'>,
  feeBps: number,
): number {
  const bpsAfterFee = fullBasisPoints - BigInt(feeBps)
  const expectedProduct = pools.reduce((product, pool) => product * pool.out * bpsAfterFee, paid)
  const actualProduct = pools.reduce(
    (product, pool) => product * pool.in * fullBasisPoints,
    received,
  )
  return Number(partsPerWhole - (actualProduct * partsPerWhole) / expectedProduct) / 10_000
}

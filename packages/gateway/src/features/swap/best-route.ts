import type { Hex } from 'viem'
import { amountIn, amountOut, type Reserves } from './pool-math.ts'
import { isAll, partOf, type Share } from './transfer-share.ts'

/**
 * A way from one token to another, pool by pool; `path` has one token more than there are pools.
 */
export interface Way {
  readonly path: readonly Hex[]
  readonly pools: readonly Reserves[]
  /** What comes of the first token in the first pool; absent where nobody knows. */
  readonly enters?: Share | undefined
  /** What comes of the last token out of the last pool; absent where nobody knows. */
  readonly leaves?: Share | undefined
}

/** A way with what goes in at its begin and comes out at its end, base units. */
export interface Route extends Way {
  readonly paid: bigint
  readonly received: bigint
}

export interface RouteAsk {
  readonly amount: bigint
  readonly side: 'pay' | 'receive'
  /** Of each pool, in hundredths of a percent. */
  readonly feeBps: number
}

/**
 * The way by which most arrives, or least is paid; the first of equals. Nothing where no way is
 * deep enough.
 */
export function bestRoute(ways: readonly Way[], ask: RouteAsk): Route | undefined {
  return ways
    .map((way) => routeOf(way, ask))
    .reduce((best, route) => (isBetter(route, best) ? route : best), undefined)
}

function isBetter(route: Route | undefined, than: Route | undefined): boolean {
  if (!route || !than) return route !== undefined
  return route.received === than.received ? route.paid < than.paid : route.received > than.received
}

function routeOf(way: Way, { amount, side, feeBps }: RouteAsk): Route | undefined {
  if (side === 'pay') {
    const out = way.pools.reduce<bigint | undefined>(
      (sum, pool) => (sum === undefined ? undefined : amountOut(sum, pool, feeBps)),
      partOf(amount, way.enters),
    )
    const received = out === undefined ? 0n : partOf(out, way.leaves)
    return received > 0n ? { ...way, paid: amount, received } : undefined
  }
  // No function of the router promises what arrives of a token that keeps a part on the way.
  if ([way.enters, way.leaves].some((share) => share && !isAll(share))) return undefined
  const paid = way.pools.reduceRight<bigint | undefined>(
    (sum, pool) => (sum === undefined ? undefined : amountIn(sum, pool, feeBps)),
    amount,
  )
  return paid === undefined ? undefined : { ...way, paid, received: amount }
}

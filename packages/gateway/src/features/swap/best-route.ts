import type { Hex } from 'viem'
import { amountIn, amountOut, type Reserves } from './pool-math.ts'
import { isAll, partOf, type Share } from './transfer-share.ts'

/**
 * A sequence of pools from one token to another; `path` has one token more than there are pools.
 */
export interface Way {
  readonly path: readonly Hex[]
  readonly pools: readonly Reserves[]
  /** Share of the first token that arrives in the first pool; absent when unknown. */
  readonly enters?: Share | undefined
  /** Share of the last token that arrives from the last pool; absent when unknown. */
  readonly leaves?: Share | undefined
}

/** A way with the amounts at its start and end, in base units. */
export interface Route extends Way {
  readonly paid: bigint
  readonly received: bigint
}

export interface RouteAsk {
  readonly amount: bigint
  readonly side: 'pay' | 'receive'
  /** Fee of each pool, in hundredths of a percent. */
  readonly feeBps: number
}

/**
 * Finds the way with the largest output, or the smallest payment; the first of equals. Undefined
 * when no way has enough liquidity.
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
  // The router has no function that guarantees an output for a token that keeps a part of each
  // transfer.
  if ([way.enters, way.leaves].some((share) => share && !isAll(share))) return undefined
  const paid = way.pools.reduceRight<bigint | undefined>(
    (sum, pool) => (sum === undefined ? undefined : amountIn(sum, pool, feeBps)),
    amount,
  )
  return paid === undefined ? undefined : { ...way, paid, received: amount }
}

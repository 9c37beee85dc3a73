import type { Hex } from 'viem'
import { computeInput, computeOutput, type Reserves } from './pool-math.ts'
import { applyShare, isWholeShare, type Share } from './transfer-share.ts'

/**
 * A route through one or more pools from one token to another; `path` has one token more than there
 * are pools.
 */
export interface RouteCandidate {
  readonly path: readonly Hex[]
  readonly pools: readonly Reserves[]
  /** Which part of a transfer of the first token arrives in the first pool; absent when unknown. */
  readonly enters?: Share | undefined
  /**
   * Which part of a transfer of the last token out of the last pool arrives; absent when unknown.
   */
  readonly leaves?: Share | undefined
}

/** A possible route, with the amounts at its start and end in base units. */
export interface Route extends RouteCandidate {
  readonly paid: bigint
  readonly received: bigint
}

export interface RouteRequest {
  readonly amount: bigint
  readonly side: 'pay' | 'receive'
  /** Fee of each pool, in hundredths of a percent. */
  readonly feeBps: number
}

/**
 * Finds the route with the largest output, or with the smallest payment if the output is fixed; of
 * equal routes the first. Undefined when no route has enough liquidity.
 */
export function bestRoute(
  candidates: readonly RouteCandidate[],
  request: RouteRequest,
): Route | undefined {
  return candidates
    .map((candidate) => computeRoute(candidate, request))
    .reduce((best, route) => (isBetter(route, best) ? route : best), undefined)
}

function isBetter(route: Route | undefined, rival: Route | undefined): boolean {
  if (!route || !rival) return route !== undefined
  return route.received === rival.received
    ? route.paid < rival.paid
    : route.received > rival.received
}

function computeRoute(
  candidate: RouteCandidate,
  { amount, side, feeBps }: RouteRequest,
): Route | undefined {
  if (side === 'pay') {
    const outAmount = candidate.pools.reduce<bigint | undefined>(
      (sum, pool) => (sum === undefined ? undefined : computeOutput(sum, pool, feeBps)),
      applyShare(amount, candidate.enters),
    )
    const received = outAmount === undefined ? 0n : applyShare(outAmount, candidate.leaves)
    return received > 0n ? { ...candidate, paid: amount, received } : undefined
  }
  // For a token with a transfer fee, the router has no function that guarantees an exact output.
  if ([candidate.enters, candidate.leaves].some((share) => share && !isWholeShare(share)))
    return undefined
  const paid = candidate.pools.reduceRight<bigint | undefined>(
    (sum, pool) => (sum === undefined ? undefined : computeInput(sum, pool, feeBps)),
    amount,
  )
  return paid === undefined ? undefined : { ...candidate, paid, received: amount }
}

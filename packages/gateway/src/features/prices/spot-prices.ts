import type { AssetId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { normalizeAsset, readAssetContract } from '../../base/money/asset.ts'
import { compareRatios, multiplyRatios, type Ratio } from '../../base/money/ratio.ts'
import { medianPoint, type PricePoint } from './median.ts'
import { type Pool, type PoolQuote, type PoolState, quotePool } from './pool-state.ts'

/** The result of reading the operator's pools once. */
export interface PoolReading {
  /** Time of the reading in milliseconds since the epoch. */
  readonly at: number
  /** Pool states by lower-case address; an unreadable pool is absent. */
  readonly states: ReadonlyMap<Hex, PoolState>
  /** Decimals of an asset by its id; undefined when unknown. */
  readonly decimalsOf: (asset: AssetId) => number | undefined
}

const unitRatio: Ratio = { num: 1n, den: 1n }

/**
 * Computes the dollar price of each asset from each accepted pool. A pool prices its asset in
 * another asset (`against`); the chain of pools ends at a stablecoin that counts as a dollar. A
 * pool with too little of `against` is ignored, and so are assets that only this pool prices.
 */
export function spotPrices(
  pools: readonly Pool[],
  dollars: readonly AssetId[],
  minLiquidity: Ratio,
  { at, states, decimalsOf }: PoolReading,
): ReadonlyMap<AssetId, readonly PricePoint[]> {
  const knownPointsByAsset = new Map<AssetId, readonly PricePoint[]>(
    dollars.map((asset) => [normalizeAsset(asset), [{ usd: unitRatio, at, source: 'dollars' }]]),
  )
  const computePoints = (asset: AssetId): readonly PricePoint[] => {
    const knownPoints = knownPointsByAsset.get(asset)
    if (knownPoints) return knownPoints
    // While an asset is being priced it counts as having no price; this ends the recursion when
    // pools refer to each other in a ring.
    knownPointsByAsset.set(asset, [])
    const points = pools
      .filter((pool) => normalizeAsset(pool.asset) === asset)
      .flatMap(computePoint)
    knownPointsByAsset.set(asset, points)
    return points
  }
  const computePoint = (pool: Pool): readonly PricePoint[] => {
    const quote = computeQuote(pool)
    const againstPrice = quote && medianPoint(computePoints(normalizeAsset(pool.against)))
    if (
      !quote ||
      !againstPrice ||
      compareRatios(multiplyRatios(quote.depth, againstPrice.usd), minLiquidity) < 0
    )
      return []
    return [
      {
        usd: multiplyRatios(quote.price, againstPrice.usd),
        at,
        source: pool.address.toLowerCase(),
      },
    ]
  }
  const computeQuote = (pool: Pool): PoolQuote | undefined => {
    const state = states.get(pool.address.toLowerCase() as Hex)
    const decimals = { asset: decimalsOf(pool.asset), against: decimalsOf(pool.against) }
    if (!state || decimals.asset === undefined || decimals.against === undefined) return undefined
    return quotePool(pool, state, { asset: decimals.asset, against: decimals.against })
  }
  for (const { asset } of pools) {
    computePoints(normalizeAsset(asset))
  }
  return knownPointsByAsset
}

/** Lists the tokens whose decimals are needed to price these pools. */
export function listPoolTokens(pools: readonly Pool[]): readonly Hex[] {
  return [
    ...new Set(
      pools.flatMap(({ asset, against }) =>
        [readAssetContract(asset) ?? [], readAssetContract(against) ?? []].flat(),
      ),
    ),
  ]
}

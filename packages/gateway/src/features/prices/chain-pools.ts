import type { AssetId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { normalizeAsset } from '../../base/money/asset.ts'
import { parseRatio, type Ratio } from '../../base/money/ratio.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { medianPoint, type PricePoint } from './median.ts'
import type { AssetPoint, PricePoints } from './price-points.ts'
import { decimalsIn, readPools } from './read-pools.ts'
import { spotPrices } from './spot-prices.ts'
import type { UsdSource } from './usd-source.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

/**
 * Maximum number of points in time from which a median is computed, however often the pools are
 * read.
 */
const maxMoments = 500
const hourMs = 3_600_000

export interface PoolDependencies {
  readonly config: Pick<Config, 'chains' | 'tokens' | 'prices'>
  readonly nodes: NodePort
  readonly points: Pick<PricePoints, 'record' | 'since'>
  readonly log: { error(fields: object, message: string): void }
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number
  /**
   * Milliseconds that an answer waits while the pools are read; a slower reading serves later
   * answers.
   */
  readonly patienceMs?: number
}

interface PoolPricesState {
  triedAt: number
  readAt: number
  reading?: Promise<void> | undefined
  known: ReadonlyMap<AssetId, readonly PricePoint[]>
}

/**
 * Prices from the pools of one chain. The pools are read only when a price is requested, and at
 * most every `everyMs` milliseconds. The price is the median of the readings of all replicas in the
 * last `windowMs` milliseconds. When the newest reading rejects a pool, its earlier readings are
 * ignored too.
 */
export function chainPools(dependencies: PoolDependencies, chain: string): UsdSource {
  const { config, nodes, points, log, now = Date.now, patienceMs = 2_500 } = dependencies
  const { dollars, windowMs, everyMs, minLiquidityUsd } = config.prices
  const pools = config.prices.pools.filter((pool) => pool.chain === chain)
  const minLiquidity = parseRatio(`${minLiquidityUsd}`) as Ratio
  const assets = [...new Set(pools.map(({ asset }) => normalizeAsset(asset)))]
  /** Readings of several replicas that are at most this many milliseconds apart count as one. */
  const pointIntervalMs = Math.max(everyMs, Math.ceil(windowMs / maxMoments))
  /** A reading that is older than this many milliseconds is not used. */
  const staleMs = Math.max(3 * everyMs, Math.min(windowMs, hourMs))
  const state: PoolPricesState = {
    triedAt: Number.NEGATIVE_INFINITY,
    readAt: Number.NEGATIVE_INFINITY,
    known: new Map(),
  }

  async function readPrices(): Promise<void> {
    const { states, decimals } = await readPools(config, pools, nodes)
    const timestamp = now()
    const pointsByAsset = spotPrices(pools, dollars, minLiquidity, {
      at: timestamp,
      states,
      decimalsOf: decimalsIn(config, decimals),
    })
    const currentPoints = assets.flatMap((asset) =>
      (pointsByAsset.get(asset) ?? []).map((point) => ({ ...point, asset })),
    )
    const recentPoints = rememberPrices(currentPoints)
    const windowPoints = windowMs > 0 ? await recentPoints : []
    state.known = new Map(
      assets.map((asset) => [
        asset,
        selectCountedPoints(
          currentPoints.filter(isPointOf(asset)),
          windowPoints.filter(isPointOf(asset)),
        ),
      ]),
    )
    state.readAt = timestamp
  }

  /**
   * Records the new points and returns all points in the period of the median. When the database
   * fails, it returns none, and the price comes from the newest reading alone.
   */
  async function rememberPrices(
    currentPoints: readonly AssetPoint[],
  ): Promise<readonly AssetPoint[]> {
    try {
      await points.record(
        currentPoints.map((point) => ({
          ...point,
          at: Math.floor(point.at / pointIntervalMs) * pointIntervalMs,
        })),
      )
      return windowMs > 0 ? await points.since(assets, now() - windowMs) : []
    } catch (error) {
      log.error({ name: errorName(error) }, 'prices cannot be recorded')
      return []
    }
  }

  // Reads the pools again when the last reading is old. A reading in the future counts as old too:
  // otherwise old prices would stay valid after the clock was set back.
  function refreshPrices(): Promise<void> | undefined {
    if (!state.reading && Math.abs(now() - state.triedAt) >= everyMs) {
      state.triedAt = now()
      state.reading = readPrices()
        .catch((error: unknown) =>
          log.error({ chain, name: errorName(error) }, 'pools cannot be read'),
        )
        .finally(() => {
          state.reading = undefined
        })
    }
    return state.reading
  }

  return {
    async pricesNow(requestedAssets, signal) {
      const refreshRun = refreshPrices()
      if (refreshRun) await waitUntilSettled(refreshRun, signal, patienceMs)
      if (Math.abs(now() - state.readAt) > staleMs) return new Map()
      return new Map(
        requestedAssets.flatMap((asset): readonly (readonly [AssetId, PricePoint])[] => {
          const list = state.known.get(asset) ?? []
          const chosenPoint = medianPoint(list)
          return chosenPoint
            ? [[asset, { ...chosenPoint, at: Math.max(...list.map(({ at }) => at)) }]]
            : []
        }),
      )
    },
  }
}

/**
 * Returns the points from which the median is computed: the recorded points of each source that the
 * newest reading accepted, or its new points when none is recorded.
 */
function selectCountedPoints(
  currentPoints: readonly PricePoint[],
  windowPoints: readonly PricePoint[],
): readonly PricePoint[] {
  const currentSources = new Set(currentPoints.map(({ source }) => source))
  const keptPoints = windowPoints.filter(({ source }) => currentSources.has(source))
  return [
    ...keptPoints,
    ...currentPoints.filter(({ source }) => !keptPoints.some((point) => point.source === source)),
  ]
}

function isPointOf(asset: AssetId): (point: AssetPoint) => boolean {
  return (point) => point.asset === asset
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'error'
}

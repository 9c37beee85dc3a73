import { type AssetId, type ChainId, chainOf } from '@latchkey/protocol'
import { boundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { fetchText } from './fetch-text.ts'
import {
  bitcoin,
  type GeckoRequest,
  geckoRequests,
  type Platform,
  readGeckoPrices,
  readPlatforms,
} from './gecko.ts'
import { medianPoint, type PricePoint } from './median.ts'
import type { PricePoints } from './price-points.ts'
import type { UsdSource } from './usd-source.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

export interface UpstreamDependencies {
  readonly upstream: NonNullable<Config['upstreams']['prices']>
  /**
   * Returns the current API key; it is called at each use, because the dashboard may change the
   * key. Default: the key of the configuration.
   */
  readonly keyOf?: (() => Promise<string | undefined>) | undefined
  readonly prices: Pick<Config['prices'], 'windowMs' | 'everyMs'>
  /**
   * Whether prices of an asset are recorded. Only those of the assets that the operator listed are,
   * because anybody may request the price of any asset.
   */
  readonly isKept: (asset: AssetId) => boolean
  readonly points: Pick<PricePoints, 'record'>
  readonly log: { error(fields: object, message: string): void }
  readonly fetchUpstream?: Fetch
  readonly now?: () => number
  /**
   * Milliseconds that an answer waits for the price service; prices that arrive later serve the
   * next answer.
   */
  readonly patienceMs?: number
}

const dayMs = 86_400_000
/** Milliseconds without requests after the price service failed. */
const failurePauseMs = 30_000
const maxAssets = 5_000
const maxPointsPerAsset = 500
const sourceName = 'upstream'

/**
 * Prices from a service with CoinGecko's API (`/asset_platforms`, `/simple/price`,
 * `/simple/token_price/{id}`). An asset is asked for only when its price is requested, and at most
 * every `everyMs` milliseconds. The price is the median over the last `windowMs` milliseconds.
 */
export function upstreamPrices(dependencies: UpstreamDependencies): UsdSource {
  const { upstream, log, fetchUpstream = fetch, now = Date.now, patienceMs = 2_500 } = dependencies
  const { windowMs, everyMs } = dependencies.prices
  const staleMs = Math.max(3 * everyMs, Math.min(windowMs, 3_600_000))
  const recentPoints = boundedCache<readonly PricePoint[]>(
    maxAssets,
    Math.max(windowMs, staleMs),
    now,
  )
  const triedAssets = boundedCache<true>(maxAssets, everyMs, now)
  const pending = new Map<AssetId, Promise<void>>()
  const state: {
    platforms?: ReadonlyMap<ChainId, Platform>
    platformsAt: number
    restsUntil: number
  } = {
    platformsAt: Number.NEGATIVE_INFINITY,
    restsUntil: Number.NEGATIVE_INFINITY,
  }
  const isServed = (asset: AssetId): boolean =>
    asset === bitcoin.asset || (upstream.chains as readonly string[]).includes(chainOf(asset))

  async function fetchPath(path: string): Promise<string> {
    const url = `${upstream.url.replace(/\/+$/, '')}/${path}`
    // CoinGecko has two hosts, which expect the API key in different headers. The key is never part
    // of an address.
    const name = new URL(url).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
    const key = dependencies.keyOf ? await dependencies.keyOf() : upstream.key
    const headers = key ? { [name]: key } : {}
    return fetchText(url, { timeoutMs: upstream.timeoutMs, headers }, fetchUpstream)
  }

  async function findPlatforms(): Promise<ReadonlyMap<ChainId, Platform>> {
    if (!state.platforms || now() - state.platformsAt > dayMs) {
      state.platforms = readPlatforms(await fetchPath('asset_platforms'))
      state.platformsAt = now()
    }
    return state.platforms
  }

  async function fetchPrices(assets: readonly AssetId[]): Promise<void> {
    const chainPlatforms = assets.some((asset) => asset !== bitcoin.asset)
      ? await findPlatforms()
      : new Map<ChainId, Platform>()
    const outcomes = await Promise.allSettled(geckoRequests(assets, chainPlatforms).map(takePrices))
    const failedFetch = outcomes.find(({ status }) => status === 'rejected')
    if (failedFetch?.status === 'rejected') throw failedFetch.reason
  }

  async function takePrices(request: GeckoRequest): Promise<void> {
    const timestamp = now()
    const freshPrices = [...readGeckoPrices(await fetchPath(request.path), request, timestamp)]
    for (const [asset, usd] of freshPrices) {
      const windowPoints = (recentPoints.get(asset) ?? []).filter(
        (point) => timestamp - point.at <= windowMs,
      )
      recentPoints.set(
        asset,
        [...windowPoints, { usd, at: timestamp, source: sourceName }].slice(-maxPointsPerAsset),
      )
    }
    const keptPrices = freshPrices.filter(([asset]) => dependencies.isKept(asset))
    const roundedTime = Math.floor(timestamp / everyMs) * everyMs
    await dependencies.points
      .record(
        keptPrices.map(([asset, usd]) => ({ asset, usd, at: roundedTime, source: sourceName })),
      )
      .catch((error: unknown) => log.error({ name: errorName(error) }, 'prices cannot be recorded'))
  }

  function startFetching(assets: readonly AssetId[]): void {
    const dueAssets = assets.filter((asset) => !pending.has(asset) && !triedAssets.get(asset))
    if (
      dueAssets.length === 0 ||
      (now() < state.restsUntil && now() > state.restsUntil - failurePauseMs)
    )
      return
    const priceFetch = fetchPrices(dueAssets)
      .catch((error: unknown) => {
        state.restsUntil = now() + failurePauseMs
        log.error({ upstream: 'prices', name: errorName(error) }, 'upstream cannot be read')
      })
      .finally(() => {
        for (const asset of dueAssets) {
          pending.delete(asset)
        }
      })
    for (const asset of dueAssets) {
      triedAssets.set(asset, true)
      pending.set(asset, priceFetch)
    }
  }

  return {
    async pricesNow(requestedAssets, signal) {
      const assets = requestedAssets.filter(isServed)
      startFetching(assets)
      const pendingFetches = [...new Set(assets.flatMap((asset) => pending.get(asset) ?? []))]
      if (pendingFetches.length > 0)
        await waitUntilSettled(Promise.all(pendingFetches), signal, patienceMs)
      return new Map(
        assets.flatMap((asset): readonly (readonly [AssetId, PricePoint])[] => {
          const points = recentPoints.get(asset) ?? []
          const newest = points.at(-1)
          const chosenPoint =
            newest && now() - newest.at <= staleMs ? medianPoint(points) : undefined
          return chosenPoint && newest ? [[asset, { ...chosenPoint, at: newest.at }]] : []
        }),
      )
    },
  }
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'error'
}

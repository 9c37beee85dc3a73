import { type AssetId, type ChainId, chainOf } from '@latchkey/protocol'
import { boundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { fetchText } from './fetch-text.ts'
import {
  asksFor,
  bitcoin,
  type GeckoAsk,
  type Platform,
  readGeckoPrices,
  readPlatforms,
} from './gecko.ts'
import { medianPoint, type PricePoint } from './median.ts'
import type { PricePoints } from './price-points.ts'
import type { UsdSource } from './usd-source.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

export interface UpstreamParts {
  readonly upstream: NonNullable<Config['upstreams']['prices']>
  /**
   * Returns the current key, read at each use because the dashboard may change it; default: the key
   * of the configuration.
   */
  readonly keyOf?: (() => Promise<string | undefined>) | undefined
  readonly prices: Pick<Config['prices'], 'windowMs' | 'everyMs'>
  /**
   * Whether prices of an asset are recorded: only the operator's own assets, because anybody may
   * request others.
   */
  readonly isKept: (asset: AssetId) => boolean
  readonly points: Pick<PricePoints, 'record'>
  readonly log: { error(fields: object, message: string): void }
  readonly fetchUpstream?: Fetch
  readonly now?: () => number
  /** Milliseconds that an answer waits for the upstream; later prices serve the next answer. */
  readonly patienceMs?: number
}

const dayMs = 86_400_000
/** Milliseconds without requests after the upstream failed. */
const restMs = 30_000
const assetsLimit = 5_000
const pointsLimit = 500
const source = 'upstream'

/**
 * Prices from an upstream with CoinGecko's API (`/asset_platforms`, `/simple/price`,
 * `/simple/token_price/{id}`). Each asset is requested at most every `everyMs` and only on demand;
 * the price is the median over `windowMs`.
 */
export function upstreamPrices(parts: UpstreamParts): UsdSource {
  const { upstream, log, fetchUpstream = fetch, now = Date.now, patienceMs = 2_500 } = parts
  const { windowMs, everyMs } = parts.prices
  const staleMs = Math.max(3 * everyMs, Math.min(windowMs, 3_600_000))
  const seen = boundedCache<readonly PricePoint[]>(assetsLimit, Math.max(windowMs, staleMs), now)
  const tried = boundedCache<true>(assetsLimit, everyMs, now)
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
    // The vendor has two hosts with different header names; the key is never part of an address.
    const name = new URL(url).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
    const key = parts.keyOf ? await parts.keyOf() : upstream.key
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
    const known = assets.some((asset) => asset !== bitcoin.asset)
      ? await findPlatforms()
      : new Map<ChainId, Platform>()
    const outcomes = await Promise.allSettled(asksFor(assets, known).map(takePrices))
    const failed = outcomes.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  async function takePrices(ask: GeckoAsk): Promise<void> {
    const at = now()
    const found = [...readGeckoPrices(await fetchPath(ask.path), ask, at)]
    for (const [asset, usd] of found) {
      const window = (seen.get(asset) ?? []).filter((point) => at - point.at <= windowMs)
      seen.set(asset, [...window, { usd, at, source }].slice(-pointsLimit))
    }
    const kept = found.filter(([asset]) => parts.isKept(asset))
    const moment = Math.floor(at / everyMs) * everyMs
    await parts.points
      .record(kept.map(([asset, usd]) => ({ asset, usd, at: moment, source })))
      .catch((error: unknown) => log.error({ name: nameOf(error) }, 'prices cannot be recorded'))
  }

  function startFetching(assets: readonly AssetId[]): void {
    const due = assets.filter((asset) => !pending.has(asset) && !tried.get(asset))
    if (due.length === 0 || (now() < state.restsUntil && now() > state.restsUntil - restMs)) return
    const work = fetchPrices(due)
      .catch((error: unknown) => {
        state.restsUntil = now() + restMs
        log.error({ upstream: 'prices', name: nameOf(error) }, 'upstream cannot be read')
      })
      .finally(() => {
        for (const asset of due) {
          pending.delete(asset)
        }
      })
    for (const asset of due) {
      tried.set(asset, true)
      pending.set(asset, work)
    }
  }

  return {
    async pricesNow(asked, signal) {
      const assets = asked.filter(isServed)
      startFetching(assets)
      const waits = [...new Set(assets.flatMap((asset) => pending.get(asset) ?? []))]
      if (waits.length > 0) await waitUntilSettled(Promise.all(waits), signal, patienceMs)
      return new Map(
        assets.flatMap((asset): readonly (readonly [AssetId, PricePoint])[] => {
          const points = seen.get(asset) ?? []
          const newest = points.at(-1)
          const chosen = newest && now() - newest.at <= staleMs ? medianPoint(points) : undefined
          return chosen && newest ? [[asset, { ...chosen, at: newest.at }]] : []
        }),
      )
    },
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'error'
}

import type { AssetId } from '@latchkey/protocol'
import type { Currency } from '../../base/config/currencies.ts'
import type { Config } from '../../base/config/schema.ts'
import { normalizeAsset } from '../../base/money/asset.ts'
import {
  divideRatios,
  formatRatio,
  multiplyRatios,
  parseRatio,
  type Ratio,
} from '../../base/money/ratio.ts'
import type { Price, PricePort, RatePort } from '../../ports/price-port.ts'
import { medianPoint, type PricePoint } from './median.ts'
import type { PricePoints } from './price-points.ts'
import { findRateAssets } from './rates.ts'
import type { UsdSource } from './usd-source.ts'

const hourMs = 3_600_000
/**
 * Maximum distance in milliseconds between a requested time and the rate that is used for it:
 * central banks publish no rates at week-ends and on longer holidays.
 */
const rateWithinMs = 4 * 24 * hourMs

interface PriceRequest {
  readonly asset: AssetId
  readonly at: number
}

interface PricesDependencies {
  readonly config: Pick<Config, 'chains' | 'prices' | 'upstreams'>
  /**
   * Price sources in order; for assets without a price from one source, the next source is asked.
   */
  readonly sources: readonly UsdSource[]
  readonly rates: RatePort
  readonly points: Pick<PricePoints, 'near'>
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number
}

/**
 * Prices in the nine currencies: the dollar prices of the sources, converted by exchange rates.
 * Past prices are recorded ones; for times within the last hour, the current price is used when
 * none is recorded.
 */
export function createPrices({
  config,
  sources,
  rates,
  points,
  now = Date.now,
}: PricesDependencies): PricePort {
  const dollarAssets = new Set(config.prices.dollars.map(normalizeAsset))
  return {
    async now(assets, currency, signal) {
      if (assets.length === 0) return new Map()
      const [currentPoints, rate] = await Promise.all([
        combineSources(sources).pricesNow([...new Set(assets.map(normalizeAsset))], signal),
        rates.perUsd(currency, signal),
      ])
      const perUsd = rate === undefined ? undefined : parseRatio(rate)
      if (!perUsd) return new Map()
      return new Map(
        assets.flatMap((asset): readonly (readonly [AssetId, Price])[] => {
          const point = currentPoints.get(normalizeAsset(asset))
          return point ? [[asset, formatPrice(point, perUsd)]] : []
        }),
      )
    },
    async past(requests, currency) {
      const normalRequests = requests.map(({ asset, at }) => ({ asset: normalizeAsset(asset), at }))
      const [pastPoints, perUsd] = await Promise.all([
        readPastPoints(normalRequests),
        readPastRates(normalRequests, currency),
      ])
      return pastPoints.map((point, index) => {
        const rate = perUsd[index]
        return point && rate ? formatPrice(point, rate) : undefined
      })
    },
  }

  async function readPastPoints(
    requests: readonly PriceRequest[],
  ): Promise<readonly (PricePoint | undefined)[]> {
    const nearPoints = await points.near(requests, hourMs)
    const storedPoints = requests.map(({ asset, at }, index) =>
      dollarAssets.has(asset)
        ? { usd: { num: 1n, den: 1n }, at, source: 'dollars' }
        : nearestPoint(nearPoints[index] ?? [], at),
    )
    // For a time within the last hour, the first price of an asset may not be recorded yet; then
    // the current price is used.
    const isUnrecorded = ({ at }: PriceRequest, index: number): boolean =>
      !storedPoints[index] && Math.abs(now() - at) <= hourMs
    const missingAssets = requests.filter(isUnrecorded).map(({ asset }) => asset)
    const freshPrices =
      missingAssets.length > 0
        ? await combineSources(sources).pricesNow([...new Set(missingAssets)])
        : new Map()
    return requests.map(
      (request, index) =>
        storedPoints[index] ??
        (isUnrecorded(request, index) ? freshPrices.get(request.asset) : undefined),
    )
  }

  /**
   * Returns the median of the recorded prices in the `windowMs` milliseconds before the time `at`;
   * if there are none, the median of those at the nearest time.
   */
  function nearestPoint(list: readonly PricePoint[], at: number): PricePoint | undefined {
    const windowPoints = list.filter(
      (point) => point.at <= at && at - point.at <= config.prices.windowMs,
    )
    return medianPoint(
      windowPoints.length > 0 ? windowPoints : list.filter((point) => point.at === list[0]?.at),
    )
  }

  async function readPastRates(
    requests: readonly PriceRequest[],
    currency: Currency,
  ): Promise<readonly (Ratio | undefined)[]> {
    if (currency === 'usd') return requests.map(() => ({ num: 1n, den: 1n }))
    const assets = findRateAssets(currency, config)
    const names = assets.length > 0 ? assets : [`iso4217:${currency}`]
    const maxDistanceMs = assets.length > 0 ? hourMs : rateWithinMs
    const [current, ...storedRates] = await Promise.all([
      requests.some(({ at }) => Math.abs(now() - at) <= hourMs)
        ? rates.perUsd(currency)
        : undefined,
      ...names.map((asset) =>
        points.near(
          requests.map(({ at }) => ({ asset, at })),
          maxDistanceMs,
        ),
      ),
    ])
    const configuredRate = config.upstreams.rates ? undefined : config.prices.rates[currency]
    return requests.map(({ at }, index) => {
      const point = storedRates.flatMap((list) => nearestPoint(list[index] ?? [], at) ?? [])[0]
      if (point) return divideRatios({ num: 1n, den: 1n }, point.usd)
      const text = configuredRate ?? (Math.abs(now() - at) <= hourMs ? current : undefined)
      return text === undefined ? undefined : parseRatio(text)
    })
  }
}

/**
 * Combines several price sources into one: each source is asked for the assets that the earlier
 * ones do not price.
 */
export function combineSources(sources: readonly UsdSource[]): UsdSource {
  return {
    async pricesNow(assets, signal) {
      const found = new Map<AssetId, PricePoint>()
      for (const source of sources) {
        const missingAssets = assets.filter((asset) => !found.has(asset))
        if (missingAssets.length === 0) break
        for (const [asset, point] of await source.pricesNow(missingAssets, signal)) {
          found.set(asset, point)
        }
      }
      return found
    },
  }
}

function formatPrice({ usd, at, source }: PricePoint, perUsd: Ratio): Price {
  return { price: formatRatio(multiplyRatios(usd, perUsd)), at, source }
}

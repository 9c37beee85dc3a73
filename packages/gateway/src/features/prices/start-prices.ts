import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { normalizeAsset } from '../../base/money/asset.ts'
import type { Sql } from '../../data/sql.ts'
import { coinOfChain } from '../../families/families.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { OperatorSettings } from '../../ports/operator-settings.ts'
import type { PricePort } from '../../ports/price-port.ts'
import { poolPrices } from './pool-prices.ts'
import { databasePoints, type PricePoints } from './price-points.ts'
import { combineSources, createPrices } from './prices.ts'
import { databaseRates } from './rate-store.ts'
import { createRates } from './rates.ts'
import { upstreamPrices } from './upstream-prices.ts'
import { upstreamRates } from './upstream-rates.ts'

interface StartPricesOptions {
  readonly config: Config
  readonly db: Sql
  readonly nodes: NodePort
  readonly log: { error(fields: object, message: string): void }
  readonly fetchUpstream?: Fetch
  /** API keys of the price sources, which the operator may change in the dashboard. */
  readonly settings?: OperatorSettings
}

const hourMs = 3_600_000
/** Milliseconds that recorded prices are kept: a history page can ask for prices of that time. */
const pointsKeptMs = 2 * 365 * 24 * hourMs

/**
 * Creates the price sources that are configured; nothing is read or deleted before the first
 * request.
 */
export function startPrices({
  config,
  db,
  nodes,
  log,
  fetchUpstream = fetch,
  settings,
}: StartPricesOptions): PricePort {
  const points = pruneRegularly(
    databasePoints(db),
    Math.max(2 * hourMs, config.prices.windowMs),
    log,
  )
  const configuredAssets = new Set([
    ...config.tokens.map(({ id }) => normalizeAsset(id)),
    ...config.chains.map(({ id }) => coinOfChain(id)),
    ...Object.values(config.prices.coins).flatMap((id) => (id ? [normalizeAsset(id)] : [])),
  ])
  const { prices: upstream, rates: rateUpstream } = config.upstreams
  const sourceOptions = { points, log, fetchUpstream }
  const sources = [
    poolPrices({ config, nodes, points, log }),
    ...(upstream
      ? [
          upstreamPrices({
            upstream,
            keyOf: settings && (() => settings.get('upstreams.prices.key')),
            prices: config.prices,
            isKept: (asset) => configuredAssets.has(asset),
            ...sourceOptions,
          }),
        ]
      : []),
  ]
  const rateSource =
    rateUpstream &&
    upstreamRates({
      upstream: rateUpstream,
      keyOf: settings && (() => settings.get('upstreams.rates.key')),
      store: databaseRates(db),
      ...sourceOptions,
    })
  return createPrices({
    config,
    sources,
    points,
    rates: createRates(config, combineSources(sources), rateSource),
  })
}

/**
 * Wraps the store of recorded prices: writing to it also reduces and deletes old prices, at most
 * once an hour.
 */
function pruneRegularly(
  points: PricePoints,
  fineMs: number,
  log: StartPricesOptions['log'],
): PricePoints {
  const state = { tidiedAt: Number.NEGATIVE_INFINITY }
  return {
    ...points,
    async record(rows) {
      await points.record(rows)
      const now = Date.now()
      if (now - state.tidiedAt < hourMs) return
      state.tidiedAt = now
      points.thinOut(now, fineMs, pointsKeptMs).catch((error: unknown) => {
        log.error(
          { name: error instanceof Error ? error.name : 'error' },
          'old prices cannot be thinned out',
        )
      })
    },
  }
}

import type { Currency } from '../../base/config/currencies.ts'
import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import {
  compareRatios,
  divideRatios,
  formatRatio,
  multiplyRatios,
  type Ratio,
} from '../../base/money/ratio.ts'
import type { RatePort } from '../../ports/price-port.ts'
import { fetchText } from './fetch-text.ts'
import { ratesPath, readRates } from './frankfurter.ts'
import type { PricePoints } from './price-points.ts'
import type { KnownRate, RateStore } from './rate-store.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

interface RatesDependencies {
  readonly upstream: NonNullable<Config['upstreams']['rates']>
  /**
   * Returns the current API key; it is called at each use, because the dashboard may change the
   * key. Default: the key of the configuration.
   */
  readonly keyOf?: (() => Promise<string | undefined>) | undefined
  readonly store: RateStore
  readonly points: Pick<PricePoints, 'record'>
  readonly log: { error(fields: object, message: string): void }
  readonly fetchUpstream?: Fetch
  readonly now?: () => number
  /**
   * Milliseconds that an answer waits for the rate service; rates that arrive later serve the next
   * answer.
   */
  readonly patienceMs?: number
}

const hourMs = 3_600_000
/** Milliseconds after which a fetched rate is no longer used. */
const maxRateAgeMs = 48 * hourMs
const failurePauseMs = 60_000
/**
 * Largest plausible change of a country's currency within two days; a rate with a larger change is
 * ignored.
 */
const maxJump: Ratio = { num: 3n, den: 2n }

/**
 * Exchange rates from an external service. They are fetched only when a rate is requested, and at
 * most once an hour by all replicas together.
 */
export function upstreamRates(dependencies: RatesDependencies): RatePort {
  const {
    upstream,
    store,
    log,
    fetchUpstream = fetch,
    now = Date.now,
    patienceMs = 2_500,
  } = dependencies
  const state: {
    known: ReadonlyMap<Currency, KnownRate>
    triedAt: number
    work?: Promise<void> | undefined
  } = {
    known: new Map(),
    triedAt: Number.NEGATIVE_INFINITY,
  }
  const isRefreshDue = (): boolean => {
    const newest = Math.max(
      Number.NEGATIVE_INFINITY,
      ...[...state.known.values()].map(({ at }) => at),
    )
    return Math.abs(now() - newest) >= hourMs && Math.abs(now() - state.triedAt) >= failurePauseMs
  }

  async function refreshRates(): Promise<void> {
    state.known = new Map([...state.known, ...(await store.readRates())])
    if (!isRefreshDue()) return
    const key = dependencies.keyOf ? await dependencies.keyOf() : upstream.key
    const headers = key ? { authorization: `Bearer ${key}` } : {}
    const url = `${upstream.url.replace(/\/+$/, '')}/${ratesPath}`
    const text = await fetchText(url, { timeoutMs: upstream.timeoutMs, headers }, fetchUpstream)
    const timestamp = now()
    const freshRates = new Map(
      [...readRates(text, timestamp)].flatMap(
        ([currency, perUsd]): readonly (readonly [Currency, KnownRate])[] => {
          const previousRate = state.known.get(currency)
          if (
            !previousRate ||
            timestamp - previousRate.at > maxRateAgeMs ||
            !isImplausibleJump(perUsd, previousRate.perUsd)
          )
            return [[currency, { perUsd, at: timestamp }]]
          log.error({ upstream: 'rates', currency }, 'a rate jumped and is not believed')
          return []
        },
      ),
    )
    state.known = new Map([...state.known, ...freshRates])
    await store.writeRates(freshRates)
    await dependencies.points.record(
      [...freshRates].map(([currency, { perUsd }]) => ({
        asset: `iso4217:${currency}`,
        usd: divideRatios({ num: 1n, den: 1n }, perUsd),
        at: Math.floor(timestamp / hourMs) * hourMs,
        source: 'upstream',
      })),
    )
  }

  return {
    async perUsd(currency, signal) {
      if (!state.work && isRefreshDue()) {
        state.work = refreshRates()
          .catch((error: unknown) => {
            log.error(
              { upstream: 'rates', name: error instanceof Error ? error.name : 'error' },
              'upstream cannot be read',
            )
          })
          .finally(() => {
            state.triedAt = now()
            state.work = undefined
          })
      }
      if (state.work) await waitUntilSettled(state.work, signal, patienceMs)
      const knownRate = state.known.get(currency)
      return knownRate && now() - knownRate.at <= maxRateAgeMs
        ? formatRatio(knownRate.perUsd)
        : undefined
    },
  }
}

function isImplausibleJump(a: Ratio, b: Ratio): boolean {
  return (
    compareRatios(a, multiplyRatios(b, maxJump)) > 0 ||
    compareRatios(b, multiplyRatios(a, maxJump)) > 0
  )
}

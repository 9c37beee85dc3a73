import type { AssetId } from '@latchkey/protocol'
import { type Currency, currencies } from '../../base/config/currencies.ts'
import type { Config } from '../../base/config/schema.ts'
import { normalizeAsset } from '../../base/money/asset.ts'
import { divideRatios, formatRatio, parseRatio, type Ratio } from '../../base/money/ratio.ts'
import { coinOfChain } from '../../families/families.ts'
import type { RatePort } from '../../ports/price-port.ts'
import { bitcoin } from './gecko.ts'
import type { UsdSource } from './usd-source.ts'

const unitRatio: Ratio = { num: 1n, den: 1n }

/** Currencies of countries, whose rates are fetched from an external service. */
export const fiatCurrencies: readonly Currency[] = currencies.filter(
  (currency) => currency !== 'usd' && currency !== 'btc' && currency !== 'eth',
)

/**
 * Returns the assets whose price is the price of one unit of `currency`, most reliable first; none
 * for currencies of countries.
 */
export function findRateAssets(
  currency: Currency,
  { chains, prices }: Pick<Config, 'chains' | 'prices'>,
): readonly AssetId[] {
  if (currency !== 'btc' && currency !== 'eth') return []
  const coinAsset = prices.coins[currency]
  if (coinAsset) return [normalizeAsset(coinAsset)]
  const coins = chains
    .filter(
      ({ nativeCurrency, testnet }) => !testnet && nativeCurrency.symbol.toLowerCase() === currency,
    )
    .map(({ id }) => coinOfChain(id))
  return currency === 'btc' ? [...coins, bitcoin.asset] : coins
}

/**
 * Creates the exchange rates of all nine currencies. The operator's fixed rates apply until an
 * external service has newer ones; the rates of BTC and ETH come from their prices.
 * @param upstream - the external rate service; absent when none is configured
 */
export function createRates(
  config: Pick<Config, 'chains' | 'prices'>,
  usd: UsdSource,
  upstream: RatePort | undefined,
): RatePort {
  return {
    async perUsd(currency, signal) {
      if (currency === 'usd') return '1'
      const assets = findRateAssets(currency, config)
      if (assets.length > 0) {
        const assetPrices = await usd.pricesNow(assets, signal)
        const price = assets.flatMap((asset) => assetPrices.get(asset) ?? [])[0]
        if (price) return formatRatio(divideRatios(unitRatio, price.usd))
      } else {
        const rate = await upstream?.perUsd(currency, signal)
        if (rate !== undefined) return rate
      }
      const configuredRate = config.prices.rates[currency]
      const rate = configuredRate === undefined ? undefined : parseRatio(configuredRate)
      return rate && rate.num > 0n ? configuredRate : undefined
    },
  }
}

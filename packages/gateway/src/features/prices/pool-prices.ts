import type { AssetId } from '@latchkey/protocol'
import { normalAsset } from '../../base/money/asset.ts'
import { chainPools, type PoolParts } from './chain-pools.ts'
import type { PricePoint } from './median.ts'
import type { UsdSource } from './usd-source.ts'

/**
 * Prices from all the operator's pools, chain by chain, so that a failing chain does not affect the
 * others; a dollar coin is 1.
 */
export function poolPrices(parts: PoolParts): UsdSource {
  const { pools, dollars } = parts.config.prices
  const now = parts.now ?? Date.now
  const isDollar = new Set(dollars.map(normalAsset))
  const chains = [...new Set(pools.map(({ chain }) => chain))].map((chain) => ({
    assets: new Set(
      pools.flatMap((pool) => (pool.chain === chain ? [normalAsset(pool.asset)] : [])),
    ),
    source: chainPools(parts, chain),
  }))
  return {
    async pricesNow(asked, signal) {
      const fixed = asked
        .filter((asset) => isDollar.has(asset))
        .map((asset): readonly [AssetId, PricePoint] => [
          asset,
          { usd: { num: 1n, den: 1n }, at: now(), source: 'dollars' },
        ])
      const found = await Promise.all(
        chains.map(async ({ assets, source }) => {
          const own = asked.filter((asset) => assets.has(asset))
          return own.length > 0 ? [...(await source.pricesNow(own, signal))] : []
        }),
      )
      return new Map([...found.flat(), ...fixed])
    },
  }
}

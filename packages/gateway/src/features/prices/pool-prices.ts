import type { AssetId } from '@latchkey/protocol'
import { normalizeAsset } from '../../base/money/asset.ts'
import { chainPools, type PoolDependencies } from './chain-pools.ts'
import type { PricePoint } from './median.ts'
import type { UsdSource } from './usd-source.ts'

/**
 * Prices from all pools of the operator, read chain by chain, so that a failing chain does not
 * affect the others. A coin that the operator lists in `dollars` costs exactly 1.
 */
export function poolPrices(dependencies: PoolDependencies): UsdSource {
  const { pools, dollars } = dependencies.config.prices
  const now = dependencies.now ?? Date.now
  const isDollar = new Set(dollars.map(normalizeAsset))
  const chains = [...new Set(pools.map(({ chain }) => chain))].map((chain) => ({
    assets: new Set(
      pools.flatMap((pool) => (pool.chain === chain ? [normalizeAsset(pool.asset)] : [])),
    ),
    source: chainPools(dependencies, chain),
  }))
  return {
    async pricesNow(requestedAssets, signal) {
      const dollarPrices = requestedAssets
        .filter((asset) => isDollar.has(asset))
        .map((asset): readonly [AssetId, PricePoint] => [
          asset,
          { usd: { num: 1n, den: 1n }, at: now(), source: 'dollars' },
        ])
      const pricesByChain = await Promise.all(
        chains.map(async ({ assets, source }) => {
          const poolAssets = requestedAssets.filter((asset) => assets.has(asset))
          return poolAssets.length > 0 ? [...(await source.pricesNow(poolAssets, signal))] : []
        }),
      )
      return new Map([...pricesByChain.flat(), ...dollarPrices])
    },
  }
}

import type { AssetId } from '@latchkey/protocol'
import type { PricePoint } from './median.ts'

/** A source of US-dollar prices: pools on a chain, or an upstream. */
export interface UsdSource {
  /**
   * Current prices by normalised asset id (`normalizeAsset`); an asset without a trustworthy price is
   * absent. `at` is the time of the newest point, `source` that of the chosen one.
   */
  pricesNow(
    assets: readonly AssetId[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<AssetId, PricePoint>>
}

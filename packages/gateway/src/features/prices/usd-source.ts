import type { AssetId } from '@latchkey/protocol'
import type { PricePoint } from './median.ts'

/** A source of US-dollar prices: pools on a chain, or an external price service. */
export interface UsdSource {
  /**
   * Returns current prices by normalised asset id (`normalizeAsset`); an asset without a
   * trustworthy price is absent. In each price, `at` is the time of the newest price known to the
   * source, and `source` says where the returned price is from.
   */
  pricesNow(
    assets: readonly AssetId[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<AssetId, PricePoint>>
}

import type { AssetId } from '@latchkey/protocol'
import type { PricePoint } from './median.ts'

/** Knows what assets are worth in US dollars: pools on a chain, or an upstream. */
export interface UsdSource {
  /**
   * By normal asset id (`normalAsset`); what has no trustworthy price is absent. `at` is of the
   * newest point, `source` of the one chosen.
   */
  pricesNow(
    assets: readonly AssetId[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<AssetId, PricePoint>>
}

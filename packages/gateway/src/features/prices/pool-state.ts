import type { Hex } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { readAssetContract } from '../../base/money/asset.ts'
import { divideRatios, type Ratio, ratioOfUnits } from '../../base/money/ratio.ts'

/** A pool as the operator configured it. */
export type Pool = Config['prices']['pools'][number]

/** The on-chain state of a Uniswap-v2 pool; addresses in lower case. */
export interface PoolState {
  readonly token0: Hex
  readonly token1: Hex
  readonly reserve0: bigint
  readonly reserve1: bigint
}

/**
 * The quote of a pool: the price of one whole unit of its asset in units of `against`, and the
 * amount of `against` in the pool.
 */
export interface PoolQuote {
  readonly price: Ratio
  readonly depth: Ratio
}

/**
 * Computes the quote of one pool; undefined when it is empty or holds other tokens than configured.
 * @param decimals - of `asset` and of `against`
 */
export function quotePool(
  { asset, against }: Pick<Pool, 'asset' | 'against'>,
  { token0, token1, reserve0, reserve1 }: PoolState,
  decimals: { readonly asset: number; readonly against: number },
): PoolQuote | undefined {
  const tokens = [token0, token1]
  const assetToken = readAssetContract(asset)
  const againstToken = readAssetContract(against)
  const assetIndex = findAssetIndex(tokens, assetToken, againstToken)
  if ((assetIndex !== 0 && assetIndex !== 1) || token0 === token1) return undefined
  if (againstToken && tokens[1 - assetIndex] !== againstToken) return undefined
  const [own, other] = assetIndex === 0 ? [reserve0, reserve1] : [reserve1, reserve0]
  if (own <= 0n || other <= 0n) return undefined
  const depth = ratioOfUnits(other, decimals.against)
  return { price: divideRatios(depth, ratioOfUnits(own, decimals.asset)), depth }
}

/**
 * Finds the index of the asset in the pool. A pool holds the coin as its wrapped token, so the
 * coin's index is that of the token that is not `againstToken`.
 */
function findAssetIndex(
  tokens: readonly Hex[],
  assetToken: Hex | undefined,
  againstToken: Hex | undefined,
): number {
  if (assetToken) return tokens.indexOf(assetToken)
  return againstToken ? 1 - tokens.indexOf(againstToken) : -1
}

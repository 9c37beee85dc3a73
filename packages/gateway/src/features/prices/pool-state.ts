import type { Hex } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { contractOf } from '../../base/money/asset.ts'
import { divideRatios, type Ratio, ratioOfUnits } from '../../base/money/ratio.ts'

/** A pool as the operator lists it. */
export type Pool = Config['prices']['pools'][number]

/** A Uniswap-v2-shaped pool as the chain has it; addresses in lower case. */
export interface PoolState {
  readonly token0: Hex
  readonly token1: Hex
  readonly reserve0: bigint
  readonly reserve1: bigint
}

/**
 * What a pool says: one whole unit of its asset in units of `against`, and how much of that stands
 * behind it.
 */
export interface PoolQuote {
  readonly price: Ratio
  readonly depth: Ratio
}

/**
 * The quote of one pool, or nothing when it is empty or holds other tokens than the operator said.
 * @param decimals - of `asset` and of `against`
 */
export function quotePool(
  { asset, against }: Pick<Pool, 'asset' | 'against'>,
  { token0, token1, reserve0, reserve1 }: PoolState,
  decimals: { readonly asset: number; readonly against: number },
): PoolQuote | undefined {
  const tokens = [token0, token1]
  const assetToken = contractOf(asset)
  const againstToken = contractOf(against)
  const at = findPlace(tokens, assetToken, againstToken)
  if ((at !== 0 && at !== 1) || token0 === token1) return undefined
  if (againstToken && tokens[1 - at] !== againstToken) return undefined
  const [own, other] = at === 0 ? [reserve0, reserve1] : [reserve1, reserve0]
  if (own <= 0n || other <= 0n) return undefined
  const depth = ratioOfUnits(other, decimals.against)
  return { price: divideRatios(depth, ratioOfUnits(own, decimals.asset)), depth }
}

/** A coin is in the pool in its wrapped form, whose address is whatever the other token is not. */
function findPlace(
  tokens: readonly Hex[],
  assetToken: Hex | undefined,
  againstToken: Hex | undefined,
): number {
  if (assetToken) return tokens.indexOf(assetToken)
  return againstToken ? 1 - tokens.indexOf(againstToken) : -1
}

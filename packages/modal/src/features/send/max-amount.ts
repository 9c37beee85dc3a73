import type { AssetId } from '@latchkey/protocol'

/**
 * The highest amount that can be sent, in base units: the whole balance of a token, or the balance
 * of the coin that pays the fee less that fee; never below zero.
 * @param fee the highest fee, in base units of `feeAsset`.
 */
export function maxAmount(parameters: {
  readonly asset: AssetId
  readonly balance: bigint
  readonly fee: bigint
  readonly feeAsset: AssetId
}): bigint {
  const { asset, balance, fee, feeAsset } = parameters
  if (asset !== feeAsset) return balance
  return balance > fee ? balance - fee : 0n
}

import type { Kit } from '@latchkey/core'
import { maxAmount } from './max-amount.ts'
import { readSpendable } from './read-spendable.ts'

/** The most of an asset that a transfer can take from an account now, in base units: the coin less the fee. */
export async function estimateMax(kit: Kit, parameters: readSpendable.Parameters): Promise<bigint> {
  const { held, estimate } = await readSpendable(kit, parameters)
  if (!estimate) return held
  const { fee, feeAsset, most } = estimate
  if (most !== undefined) return most
  return maxAmount({ asset: parameters.asset.id, balance: held, fee, feeAsset: feeAsset.id })
}

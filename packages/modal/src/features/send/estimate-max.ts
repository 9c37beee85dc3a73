import { estimateTransfer, type Kit } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import { maxAmount } from './max-amount.ts'
import { readSpendable } from './read-spendable.ts'

/**
 * The highest amount that a transfer can send now, in base units: the whole balance, less the fee
 * if the asset is the coin that pays the fee.
 */
export async function estimateMax(kit: Kit, parameters: readSpendable.Parameters): Promise<bigint> {
  const { held, estimate } = await readSpendable(kit, parameters)
  if (!estimate) return held
  const { fee, feeAsset, most } = estimate
  if (most !== undefined) return most
  const { from, asset, to = addressOf(from), signal } = parameters
  const subtractCost = (cost: bigint): bigint =>
    maxAmount({ asset: asset.id, balance: held, fee: cost, feeAsset: feeAsset.id })
  const amount = subtractCost(fee)
  if (amount === 0n) return 0n
  // On some chains the fee depends on the bytes of the amount. One percent is added to the second
  // estimate, because reducing the amount changes its bytes once more.
  const secondEstimate = await estimateTransfer(kit, {
    transfer: { from, to, asset, amount },
    signal,
  })
  return secondEstimate.fee <= fee ? amount : subtractCost((secondEstimate.fee * 101n) / 100n)
}

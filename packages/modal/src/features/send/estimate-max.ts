import { estimateTransfer, type Kit } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import { maxAmount } from './max-amount.ts'
import { readSpendable } from './read-spendable.ts'

/**
 * The most of an asset that a transfer can take from an account now, in base units: the coin less
 * the fee.
 */
export async function estimateMax(kit: Kit, parameters: readSpendable.Parameters): Promise<bigint> {
  const { held, estimate } = await readSpendable(kit, parameters)
  if (!estimate) return held
  const { fee, feeAsset, most } = estimate
  if (most !== undefined) return most
  const { from, asset, to = addressOf(from), signal } = parameters
  const leftAfter = (cost: bigint): bigint =>
    maxAmount({ asset: asset.id, balance: held, fee: cost, feeAsset: feeAsset.id })
  const amount = leftAfter(fee)
  if (amount === 0n) return 0n
  // Some fees follow the amount, whose bytes are paid for; a hundredth on top, since what is left
  // has other bytes again.
  const again = await estimateTransfer(kit, { transfer: { from, to, asset, amount }, signal })
  return again.fee <= fee ? amount : leftAfter((again.fee * 101n) / 100n)
}

import type { ReadSource, Transfer, TransferEstimate } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { isAddressOf } from '../encoding/address.ts'
import { planTransfer } from '../transaction/plan-transfer.ts'

/**
 * Estimates what a transfer costs at the nodes' fee rate for half an hour, and which coins it would
 * spend. `data` is its plan, `most` the highest amount that can be sent. Throws
 * `feature-unsupported` for any asset other than the chain's own coin, `receiver-invalid`,
 * `insufficient-funds` when the transfer would need coins that must not be spent (those of 1,000
 * satoshi and less, and those in which `ord` finds something), `read-unavailable`,
 * `rpc-answer-invalid`.
 */
export async function estimateTransfer(
  source: ReadSource,
  { from, to, asset, amount }: Transfer,
  ord: string | undefined,
): Promise<TransferEstimate> {
  const feeAsset = nativeAsset(source.chain)
  if (asset.id !== feeAsset.id)
    throw new LatchkeyError('feature-unsupported', { reason: `a transfer of ${asset.id}` })
  if (!isAddressOf([source.chain.id], to))
    throw new LatchkeyError('receiver-invalid', { reason: to })
  const recipients = [{ address: to, amount }]
  const { plan, least, most } = await planTransfer(source, {
    from: addressOf(from),
    recipients,
    ord,
  })
  return { fee: plan.fee, feeAsset, notes: [], least, most, data: plan }
}

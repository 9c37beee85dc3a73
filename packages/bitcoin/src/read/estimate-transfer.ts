import type { ReadSource, Transfer, TransferEstimate } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { isAddressOf } from '../encoding/address.ts'
import { planTransfer } from '../transaction/plan-transfer.ts'

/**
 * What a transfer costs: nodes' fee rate for half an hour, and the coins it would spend. `data` is
 * the plan of it, `most` all that can leave. Throws `feature-unsupported` for anything but the
 * coin, `receiver-invalid`, `insufficient-funds` where coins that are kept aside (1,000 satoshi and
 * less, and what `ord` names) would be needed, `read-unavailable`, `rpc-answer-invalid`.
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

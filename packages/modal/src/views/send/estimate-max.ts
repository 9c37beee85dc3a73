import { type Kit, readSource } from '@latchkey/core'
import { type AccountId, type Asset, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'
import { maxAmount } from './max-amount.ts'

/**
 * The most of an asset that can leave an account now, in base units; asks the chain for the fee where the asset may have to pay it.
 * @param to bare address; without one the account itself stands in for the receiver.
 */
export async function estimateMax(
  kit: Kit,
  parameters: {
    readonly from: AccountId
    readonly asset: Asset
    /** Base units. */
    readonly balance: bigint
    readonly to?: string | undefined
    /** How many transfers what is planned may cost; default one. */
    readonly times?: bigint
    readonly signal?: AbortSignal
  },
): Promise<bigint> {
  const { from, asset, balance, to = addressOf(from), times = 1n, signal } = parameters
  const chain = chainOf(from)
  const adapter = kit.adapters[namespaceOf(chain)]
  const known = kit.chains.find(({ id }) => id === chain)
  if (!adapter || !known || adapter.nativeAsset(known).id !== asset.id || balance === 0n) return balance
  const source = readSource(kit, { chain, ...(signal && { signal }) })
  const { fee, feeAsset } = await adapter.read.estimateTransfer(source, { from, to, asset, amount: 1n })
  return maxAmount({ asset: asset.id, balance, fee: fee * times, feeAsset: feeAsset.id })
}

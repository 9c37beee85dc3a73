import { type Kit, readSource } from '@latchkey/core'
import { type AccountId, type Asset, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'
import { maxAmount } from './max-amount.ts'

/**
 * The most of an asset that can leave an account now, in base units; asks the chain for what there is, since a list may be
 * older than the last transaction, and for the fee where the asset may have to pay it.
 * @param to bare address; without one the account itself stands in for the receiver.
 */
export async function estimateMax(
  kit: Kit,
  parameters: {
    readonly from: AccountId
    readonly asset: Asset
    /** Base units, as far as is known. */
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
  if (!adapter || !known || balance === 0n) return balance
  const source = readSource(kit, { chain, ...(signal && { signal }) })
  const isCoin = adapter.nativeAsset(known).id === asset.id
  const [held, estimate] = await Promise.all([
    adapter.read.balances(source, { account: from, assets: isCoin ? [] : [asset] }).catch(() => []),
    isCoin ? adapter.read.estimateTransfer(source, { from, to, asset, amount: 1n }) : undefined,
  ])
  const now = held.find((one) => one.asset.id === asset.id)?.amount ?? balance
  if (!estimate) return now
  const { fee, feeAsset } = estimate
  return maxAmount({ asset: asset.id, balance: now, fee: fee * times, feeAsset: feeAsset.id })
}

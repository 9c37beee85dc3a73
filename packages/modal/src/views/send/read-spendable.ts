import { estimateTransfer, type Kit, readSource, type TransferEstimate } from '@latchkey/core'
import { type AccountId, type Asset, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'

export declare namespace readSpendable {
  interface Parameters {
    readonly from: AccountId
    readonly asset: Asset
    /** Base units, as far as is known. */
    readonly balance: bigint
    /** Bare address; without one the account itself stands in for the receiver. */
    readonly to?: string | undefined
    readonly signal?: AbortSignal
  }
}

/**
 * What an account holds of an asset now, in base units, and what a transfer of it costs where it is the coin that pays for
 * it; asks the chain, since a list may be older than the last transaction.
 */
export async function readSpendable(
  kit: Kit,
  parameters: readSpendable.Parameters,
): Promise<{ readonly held: bigint; readonly estimate?: TransferEstimate }> {
  const { from, asset, balance, to = addressOf(from), signal } = parameters
  const chain = chainOf(from)
  const adapter = kit.adapters[namespaceOf(chain)]
  const known = kit.chains.find(({ id }) => id === chain)
  if (!adapter || !known || balance === 0n) return { held: balance }
  const source = readSource(kit, { chain, ...(signal && { signal }) })
  const isCoin = adapter.nativeAsset(known).id === asset.id
  const [balances, estimate] = await Promise.all([
    adapter.read.balances(source, { account: from, assets: isCoin ? [] : [asset] }).catch(() => []),
    isCoin ? estimateTransfer(kit, { transfer: { from, to, asset, amount: 1n }, signal }) : undefined,
  ])
  const held = balances.find((one) => one.asset.id === asset.id)?.amount ?? balance
  return { held, ...(estimate && { estimate }) }
}

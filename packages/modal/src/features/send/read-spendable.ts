import { estimateTransfer, type Kit, readSource, type TransferEstimate } from '@latchkey/core'
import { type AccountId, type Asset, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'

export declare namespace readSpendable {
  interface Parameters {
    readonly from: AccountId
    readonly asset: Asset
    /** The balance that is used when the chain cannot be read, in base units. */
    readonly balance: bigint
    /** Address of the receiver, without a CAIP-10 prefix; default: the account itself. */
    readonly to?: string | undefined
    readonly signal?: AbortSignal
  }
}

/**
 * An account's present balance of an asset, in base units; when the chain cannot be read, the
 * balance that the page already knows.
 */
export async function readHeldAmount(
  kit: Kit,
  {
    from,
    asset,
    balance,
    signal,
  }: Pick<readSpendable.Parameters, 'from' | 'asset' | 'balance' | 'signal'>,
): Promise<bigint> {
  const chain = chainOf(from)
  const adapter = kit.adapters[namespaceOf(chain)]
  const configuredChain = kit.chains.find(({ id }) => id === chain)
  if (!adapter || !configuredChain) return balance
  const source = readSource(kit, { chain, ...(signal && { signal }) })
  const assets = adapter.nativeAsset(configuredChain).id === asset.id ? [] : [asset]
  const balances = await adapter.read.balances(source, { account: from, assets }).catch(() => [])
  return balances.find((one) => one.asset.id === asset.id)?.amount ?? balance
}

/**
 * An account's present balance of an asset, in base units, and the fee of a transfer when the asset
 * is the coin that pays it. Read from the chain, because a list may be older than the last
 * transaction.
 */
export async function readSpendable(
  kit: Kit,
  parameters: readSpendable.Parameters,
): Promise<{ readonly held: bigint; readonly estimate?: TransferEstimate }> {
  const { from, asset, balance, to = addressOf(from), signal } = parameters
  const chain = chainOf(from)
  const adapter = kit.adapters[namespaceOf(chain)]
  const configuredChain = kit.chains.find(({ id }) => id === chain)
  if (!adapter || !configuredChain || balance === 0n) return { held: balance }
  const isCoin = adapter.nativeAsset(configuredChain).id === asset.id
  const [held, estimate] = await Promise.all([
    readHeldAmount(kit, parameters),
    isCoin
      ? estimateTransfer(kit, { transfer: { from, to, asset, amount: 1n }, signal })
      : undefined,
  ])
  return { held, ...(estimate && { estimate }) }
}

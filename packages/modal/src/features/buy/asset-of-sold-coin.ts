import type { BuyOptions, Kit } from '@latchkey/core'
import { type Asset, type AssetId, type ChainId, namespaceOf } from '@latchkey/protocol'
import { findChain } from '../../shared/chain-name.ts'

/** A sold coin as an Asset of the dialog, so that it looks the same everywhere. */
export function assetOfSoldCoin(
  kit: Kit,
  chain: ChainId,
  { symbol, networks }: Pick<BuyOptions['purchaseCurrencies'][number], 'symbol' | 'networks'>,
): Pick<Asset, 'id' | 'symbol'> {
  const adapter = kit.adapters[namespaceOf(chain)]
  const configuredChain = findChain(kit, chain)
  const address = networks[0]?.contract_address
  const token = address ? adapter?.tokenId(chain, address) : undefined
  if (token) return { id: token, symbol }
  const coin = configuredChain && adapter?.nativeAsset(configuredChain)
  const isCoin = coin?.symbol.toUpperCase() === symbol.toUpperCase()
  return { id: isCoin ? coin.id : (`${chain}/token:${symbol}` as AssetId), symbol }
}

import { type AssetId, chainOf, isAssetId, namespaceOf, referenceOf } from '@latchkey/protocol'
import { refusal } from '../../base/refuse.ts'

/** Chains whose coin has the SLIP-44 number 714 at exchanges, where other EVM chains have 60. */
const bnbChains: readonly string[] = ['56', '204']

/**
 * Reads an asset in the spelling of the exchange calls: on eip155 `slip44:60` (714 on two chains)
 * or `erc20:…`, on solana `slip44:501` or `token:…`.
 * @throws a refusal: 400 for other assets
 */
export function exchangeAsset(text: string): AssetId {
  if (!isAssetId(text)) throw refusal(400, 'asset', 'An asset is CAIP-19, as eip155:1/slip44:60')
  const chain = chainOf(text)
  const token = text.slice(chain.length + 1)
  if (namespaceOf(chain) === 'eip155') {
    const coin = bnbChains.includes(referenceOf(chain)) ? 'slip44:714' : 'slip44:60'
    if (token === coin || token === 'slip44:60') return `${chain}/${coin}` as AssetId
    if (/^erc20:0x[\da-fA-F]{40}$/.test(token)) return text
  }
  if (
    namespaceOf(chain) === 'solana' &&
    /^(?:slip44:501|token:[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(token)
  )
    return text
  throw refusal(400, 'asset', 'Exchanges pay out coins and tokens of eip155 and solana')
}

import { addressOf, type Chain, chainOf, type SwapToken } from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'
import { nativeCoinAddress } from '../gateway/token-id.ts'
import { plainText } from '../plain-text.ts'
import type { SwapAsset } from './swap.ts'

/**
 * Reads one token of the gateway's list; null when it is on another chain, has no name, or is a
 * coin with other decimal places than the chain's.
 */
export function toSwapAsset(adapter: Adapter, chain: Chain, token: SwapToken): SwapAsset | null {
  const { address, decimals, logoUri } = token
  if (chainOf(address) !== chain.id) return null
  const warning = plainText(token.warning ?? '', 200)
  const optionalFields = { ...(logoUri && { iconUrl: logoUri }), ...(warning && { warning }) }
  if (addressOf(address).toLowerCase() === nativeCoinAddress) {
    const chainNativeAsset = adapter.nativeAsset(chain)
    return chainNativeAsset.decimals === decimals
      ? { ...optionalFields, ...chainNativeAsset }
      : null
  }
  const id = adapter.tokenId(chain.id, addressOf(address))
  const symbol = plainText(token.symbol, 16)
  if (id === null || !symbol) return null
  return { id, name: plainText(token.name, 60) || symbol, symbol, decimals, ...optionalFields }
}

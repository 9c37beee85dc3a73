import {
  type AccountId,
  type Asset,
  accountId,
  addressOf,
  type Chain,
  chainOf,
  type SwapToken,
} from '@latchkey/protocol'
import type { Adapter } from '../contract.ts'
import { plainText } from '../plain-text.ts'
import type { SwapAsset } from './swap.ts'

/** Stands for a chain's coin on the wire. */
const coin = `0x${'e'.repeat(40)}`

/** Whether two asset ids name one asset: case does not count. */
export function isSameAsset(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** An asset as the wire names it: CAIP-10 of its contract. */
export function toTokenId(adapter: Adapter, chain: Chain, asset: Asset): AccountId {
  const isCoin = isSameAsset(asset.id, adapter.nativeAsset(chain).id)
  return accountId(chain.id, isCoin ? coin : addressOf(asset.id as AccountId))
}

/**
 * A token of the wire as ours; null where it is of another chain, nameless, or a coin with other
 * decimals than the chain's.
 */
export function toSwapAsset(adapter: Adapter, chain: Chain, token: SwapToken): SwapAsset | null {
  const { address, decimals, logoUri } = token
  if (chainOf(address) !== chain.id) return null
  const warning = plainText(token.warning ?? '', 200)
  const more = { ...(logoUri && { iconUrl: logoUri }), ...(warning && { warning }) }
  if (addressOf(address).toLowerCase() === coin) {
    const native = adapter.nativeAsset(chain)
    return native.decimals === decimals ? { ...more, ...native } : null
  }
  const id = adapter.tokenId(chain.id, addressOf(address))
  const symbol = plainText(token.symbol, 16)
  if (id === null || !symbol) return null
  return { id, name: plainText(token.name, 60) || symbol, symbol, decimals, ...more }
}

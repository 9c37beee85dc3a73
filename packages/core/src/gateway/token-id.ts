import { type AccountId, type Asset, accountId, addressOf, type Chain } from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'

/** The address that stands for a chain's native coin in the gateway's protocol. */
export const nativeCoinAddress: string = `0x${'e'.repeat(40)}`

/** Whether two asset ids name the same asset; upper and lower case are equal. */
export function isSameAsset(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Returns the id of an asset in the gateway's protocol: the CAIP-10 id of the asset's contract. */
export function toTokenId(adapter: Adapter, chain: Chain, asset: Asset): AccountId {
  const isNativeCoin = isSameAsset(asset.id, adapter.nativeAsset(chain).id)
  return accountId(chain.id, isNativeCoin ? nativeCoinAddress : addressOf(asset.id as AccountId))
}

import { type AccountId, type Asset, accountId, addressOf, type Chain } from '@latchkey/protocol'
import type { Adapter } from '../contract/contract.ts'

/** Stands for a chain's coin on the wire. */
export const coin: string = `0x${'e'.repeat(40)}`

/** Whether two asset ids name one asset: case does not count. */
export function isSameAsset(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** An asset as the wire names it: CAIP-10 of its contract. */
export function toTokenId(adapter: Adapter, chain: Chain, asset: Asset): AccountId {
  const isCoin = isSameAsset(asset.id, adapter.nativeAsset(chain).id)
  return accountId(chain.id, isCoin ? coin : addressOf(asset.id as AccountId))
}

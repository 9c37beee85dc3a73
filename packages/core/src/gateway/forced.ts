import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { settledChains } from '../storage/settled-chains.ts'

/**
 * Tells the gateway which chains to read again because a transaction has just settled there: its
 * cache is older.
 */
export function forceUpdateQuery(
  kit: Kit,
  chains: readonly ChainId[],
): { readonly forceUpdate?: string } {
  const settledChainIds = Object.keys(settledChains(kit))
  const changedChains = chains.filter((id) => settledChainIds.includes(id))
  return changedChains.length > 0 ? { forceUpdate: changedChains.join() } : {}
}

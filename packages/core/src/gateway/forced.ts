import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { settledChains } from '../storage/settled-chains.ts'

/**
 * Returns the query parameter that makes the gateway read again those of `chains` on which a
 * transaction has just settled, because the gateway's cache is older than the transaction.
 */
export function forcedUpdateParams(
  kit: Kit,
  chains: readonly ChainId[],
): { readonly forceUpdate?: string } {
  const settledChainIds = Object.keys(settledChains(kit))
  const changedChains = chains.filter((id) => settledChainIds.includes(id))
  return changedChains.length > 0 ? { forceUpdate: changedChains.join() } : {}
}

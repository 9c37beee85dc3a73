import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { settledChains } from '../storage/settled-chains.ts'

/**
 * Tells the gateway which chains to read again because a transaction has just settled there: its
 * cache is older.
 */
export function forcedOf(kit: Kit, chains: readonly ChainId[]): { readonly forceUpdate?: string } {
  const settled = Object.keys(settledChains(kit))
  const moved = chains.filter((id) => settled.includes(id))
  return moved.length > 0 ? { forceUpdate: moved.join() } : {}
}

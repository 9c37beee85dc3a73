import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { settledChains } from '../storage/settled-chains.ts'

/**
 * Asks a gateway to read those chains anew on which a transaction has just settled: what it keeps
 * is older.
 */
export function forcedOf(kit: Kit, chains: readonly ChainId[]): { readonly forceUpdate?: string } {
  const settled = Object.keys(settledChains(kit))
  const moved = chains.filter((id) => settled.includes(id))
  return moved.length > 0 ? { forceUpdate: moved.join() } : {}
}

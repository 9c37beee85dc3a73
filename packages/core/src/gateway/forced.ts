import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'

/** How long a gateway caches balances, in milliseconds. */
const gatewayCacheMs = 10_000

/**
 * Tells the gateway which chains to read again because a transaction
 * of this page has just settled there: its cache is older.
 */
export function forcedOf(kit: Kit, chains: readonly ChainId[]): { readonly forceUpdate?: string } {
  const since = Date.now() - gatewayCacheMs
  const settled = Object.values(kit.getState().transactions).filter(
    ({ settledAt = 0 }) => settledAt > since,
  )
  const moved = chains.filter((id) => settled.some(({ chain }) => chain === id))
  return moved.length > 0 ? { forceUpdate: moved.join() } : {}
}

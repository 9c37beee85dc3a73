import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'

/** A gateway keeps balances that long. */
const gatewayCacheMs = 10_000

/**
 * Asks a gateway to read those chains anew on which a transaction of this page has just settled:
 * what it keeps is older.
 */
export function forcedOf(kit: Kit, chains: readonly ChainId[]): { readonly forceUpdate?: string } {
  const since = Date.now() - gatewayCacheMs
  const settled = Object.values(kit.getState().transactions).filter(
    ({ settledAt = 0 }) => settledAt > since,
  )
  const moved = chains.filter((id) => settled.some(({ chain }) => chain === id))
  return moved.length > 0 ? { forceUpdate: moved.join() } : {}
}

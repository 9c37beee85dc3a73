import { isChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { readStored } from './stored.ts'

/** A gateway keeps balances that long. */
const gatewayCacheMs = 10_000

/**
 * The chains on which a transaction of this site has settled within the last ten seconds, in this
 * page load or an earlier one, with the time (milliseconds since the epoch).
 */
export function settledChains(kit: Kit): Readonly<Record<string, number>> {
  const now = Date.now()
  const isFresh = (at: unknown): boolean =>
    typeof at === 'number' && at > now - gatewayCacheMs && at <= now
  const stored = readStored(kit, 'settled')
  const known = typeof stored === 'object' && stored ? Object.entries(stored) : []
  const here = Object.values(kit.getState().transactions).map(
    ({ chain, settledAt }) => [chain, settledAt] as const,
  )
  return Object.fromEntries(
    [...known, ...here].filter(([chain, at]) => isChainId(chain) && isFresh(at)),
  ) as Record<string, number>
}

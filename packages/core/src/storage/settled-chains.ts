import { isChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { readStored } from './stored.ts'

/**
 * Milliseconds for which a gateway caches balances, so that its answers may be older than a
 * transaction that has just settled.
 */
const gatewayCacheMs = 10_000

/**
 * The chains on which a transaction of this site has settled within the last ten seconds, in this
 * page load or an earlier one, with the time (milliseconds since the epoch).
 */
export function settledChains(kit: Kit): Readonly<Record<string, number>> {
  const now = Date.now()
  const isRecentlySettled = (settledTime: unknown): boolean =>
    typeof settledTime === 'number' && settledTime > now - gatewayCacheMs && settledTime <= now
  const storedTimes = readStored(kit, 'settled')
  const storedEntries =
    typeof storedTimes === 'object' && storedTimes ? Object.entries(storedTimes) : []
  const ownEntries = Object.values(kit.getState().transactions).map(
    ({ chain, settledAt }) => [chain, settledAt] as const,
  )
  return Object.fromEntries(
    [...storedEntries, ...ownEntries].filter(
      ([chain, settledTime]) => isChainId(chain) && isRecentlySettled(settledTime),
    ),
  ) as Record<string, number>
}

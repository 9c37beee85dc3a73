import type { ChainId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { settledChains } from '../storage/settled-chains.ts'
import { writeStored } from '../storage/write-stored.ts'

/**
 * Stores that a transaction has just settled on a chain, so that a page that is loaded right after
 * knows it too.
 */
export function storeSettledChain(kit: Kit, chain: ChainId): void {
  writeStored(kit, 'settled', { ...settledChains(kit), [chain]: Date.now() })
}

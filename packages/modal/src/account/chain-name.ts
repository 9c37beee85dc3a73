import type { Kit } from '@latchkey/core'
import type { Chain, ChainId } from '@latchkey/protocol'

/** A chain of the owner by its id. */
export function findChain(kit: Kit, id: ChainId): Chain | undefined {
  return kit.chains.find((chain) => chain.id === id)
}

/** A chain's name, or the id itself where the owner does not list it: the truth, not a guess. */
export function chainName(kit: Kit, id: ChainId): string {
  return findChain(kit, id)?.name ?? id
}

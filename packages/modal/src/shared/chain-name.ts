import { networkNames } from '@latchkey/catalog/network-names'
import type { Kit } from '@latchkey/core'
import { type Chain, type ChainId, referenceOf } from '@latchkey/protocol'

/** A chain of the owner by its id. */
export function findChain(kit: Kit, id: ChainId): Chain | undefined {
  return kit.chains.find((chain) => chain.id === id)
}

/**
 * What a network is called: by the owner, else by the catalogue; one that neither knows by its
 * number.
 */
export function chainName(kit: Kit, id: ChainId): string {
  const own = findChain(kit, id)?.name
  return (
    own ??
    (Object.hasOwn(networkNames, id) ? networkNames[id] : undefined) ??
    `Network ${referenceOf(id)}`
  )
}

/** Leaves the catalogue's names with the kit, for the button on the page, which carries none. */
export function keepNetworkNames({ memory }: Kit): void {
  for (const [id, name] of Object.entries(networkNames)) {
    memory.set(id, name)
  }
}

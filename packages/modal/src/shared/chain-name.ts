import { networkNames } from '@latchkey/catalog/network-names'
import type { Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { type Chain, type ChainId, referenceOf } from '@latchkey/protocol'

/** A chain of the kit by its id. */
export function findChain(kit: Kit, id: ChainId): Chain | undefined {
  return kit.chains.find((chain) => chain.id === id)
}

/** Name of a network: from the owner, else from the catalogue; for an unknown one its number. */
export function chainName(kit: Kit, id: ChainId): string {
  const configuredName = findChain(kit, id)?.name
  return (
    configuredName ??
    (Object.hasOwn(networkNames, id) ? networkNames[id] : undefined) ??
    `Network ${referenceOf(id)}`
  )
}

/**
 * Makes the catalogue's network names known to the page's button, which has no catalogue.
 */
export function keepNetworkNames(kit: Kit): void {
  const names = kit[inside].names
  for (const [id, name] of Object.entries(networkNames)) {
    names.set(id, name)
  }
}

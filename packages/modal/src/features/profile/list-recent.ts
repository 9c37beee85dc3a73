import { wallets } from '@latchkey/catalog/wallets'
import { getConnections, type Kit } from '@latchkey/core'
import { type Choice, installedChoices, listedChoice } from '../connect/choice.ts'
import { transportOf } from '../connect/transport-of.ts'

/** A wallet that was connected recently, and what choosing it in the list does. */
export interface RecentChoice {
  /** Id under which the kit remembers the wallet. */
  readonly id: string
  readonly choice: Choice
}

/**
 * Lists the recently used wallets that are not connected now and can be connected on this device,
 * newest first.
 */
export function listRecent(kit: Kit): readonly RecentChoice[] {
  const state = kit.getState()
  const { connections, recent } = getConnections(kit)
  const listings = [...(kit.options.wallets?.custom ?? []), ...wallets()]
  const installed = installedChoices(kit, state, listings)
  const isConnected = ({ connectors }: Choice): boolean =>
    connections.some(({ connectorId }) => connectors.includes(connectorId))
  return recent.flatMap(({ id }) => {
    const own = installed.find(({ connectors }) => connectors.includes(id))
    // A wallet that has a connector for each chain family is connected again in the family in which
    // it was connected.
    if (own) return [{ id, choice: { ...own, connectors: [id] } }]
    const listing = transportOf(state) && listings.find((one) => one.id === id)
    const choice = listing && listedChoice(kit, listing)
    return choice && !isConnected(choice) ? [{ id, choice }] : []
  })
}

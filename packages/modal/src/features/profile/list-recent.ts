import { wallets } from '@latchkey/catalog/wallets'
import { getConnections, type Kit } from '@latchkey/core'
import { type Choice, installedChoices, listedChoice } from '../connect/choice.ts'
import { transportOf } from '../connect/transport-of.ts'

/** A wallet that was connected lately, and how the visitor chooses it again. */
export interface RecentChoice {
  /** Id under which it is remembered. */
  readonly id: string
  readonly choice: Choice
}

/**
 * The wallets used recently that are not connected now and can be connected from here, newest
 * first.
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
    // A wallet with a connector for each chain family is connected again in the family it was in.
    if (own) return [{ id, choice: { ...own, connectors: [id] } }]
    const listing = transportOf(state) && listings.find((one) => one.id === id)
    const choice = listing && listedChoice(kit, listing)
    return choice && !isConnected(choice) ? [{ id, choice }] : []
  })
}

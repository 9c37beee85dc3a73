import { getConnections } from '@latchkey/core'
import { useRead } from '@latchkey/react'

/**
 * Returns how many wallets are connected, and whether the visitor is offered a list of them. The
 * list is offered when several wallets of one chain family may be connected or are connected.
 * Connections that were opened by one prompt count as one wallet.
 */
export function useWalletCount(): { readonly count: number; readonly isOffered: boolean } {
  return useRead((kit) => {
    const { active, connectors, features } = kit.getState()
    const connections = getConnections(kit).connections.filter(
      ({ status }) => status !== 'connecting',
    )
    const keys = connections.map(
      ({ connectorId }) => connectors[connectorId]?.together ?? connectorId,
    )
    const heldCount = connections.flatMap(({ namespaces }) => namespaces).length
    return {
      count: new Set(keys).size,
      isOffered: features.multiWallet === true || heldCount > Object.keys(active).length,
    }
  })
}

import { getConnections } from '@latchkey/core'
import { useRead } from '@latchkey/react'

/**
 * How many wallets are connected, and whether the visitor is offered their list: where several of
 * one chain family may be connected, or are. Connections that one prompt opened are one wallet.
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

import { getConnections } from '@latchkey/core'
import { useRead } from '@latchkey/react'

/**
 * How many wallets are connected, and whether the visitor may connect several of one chain family.
 * Connections that one prompt opened are one wallet.
 */
export function useWalletCount(): { readonly count: number; readonly isOffered: boolean } {
  return useRead((kit) => {
    const { connectors, features } = kit.getState()
    const keys = getConnections(kit)
      .connections.filter(({ status }) => status !== 'connecting')
      .map(({ connectorId }) => connectors[connectorId]?.together ?? connectorId)
    return { count: new Set(keys).size, isOffered: features.multiWallet === true }
  })
}

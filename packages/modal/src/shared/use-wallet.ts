import { type Connector, getConnection, type Kit, type Peer } from '@latchkey/core'
import { useAccount, useRead } from '@latchkey/react'

/** The connector behind the account shown, while there is one. */
export function useWallet(): Connector | undefined {
  const { connectorId } = useAccount()
  return useRead((kit) =>
    connectorId === undefined ? undefined : kit.getState().connectors[connectorId],
  )
}

/**
 * What the wallet behind the account shown is called: the one at the other end, where a transport
 * reaches it.
 */
export function useWalletName(): string | undefined {
  const wallet = useWallet()
  const peer = usePeer()
  // Who signed in may have changed the address since.
  return wallet?.auth?.session()?.identities[0]?.label || (peer?.name ?? wallet?.wallet.name)
}

/** The wallet at the other end of a transport. */
export function usePeer(): Peer | undefined {
  const { connectorId } = useAccount()
  return useRead((kit) => (connectorId === undefined ? undefined : peerOf(kit, connectorId)))
}

export function peerOf(kit: Kit, connector: string): Peer | undefined {
  const connection = getConnection(kit, { connector })
  return connection.status === 'connected'
    ? connection.sessions.find(({ peer }) => peer)?.peer
    : undefined
}

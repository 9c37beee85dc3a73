import { type Connector, getConnection, type Kit, type Peer } from '@latchkey/core'
import { useAccount, useRead } from '@latchkey/react'

/** The connector of the shown account, if there is one. */
export function useWallet(): Connector | undefined {
  const { connectorId } = useAccount()
  return useRead((kit) =>
    connectorId === undefined ? undefined : kit.getState().connectors[connectorId],
  )
}

/** Name of the shown account's wallet; through a transport, the name of the remote wallet. */
export function useWalletName(): string | undefined {
  const wallet = useWallet()
  const peer = usePeer()
  // The visitor's login name is read from the session each time, because the email address may have
  // changed since the login.
  return wallet?.auth?.session()?.identities[0]?.label || (peer?.name ?? wallet?.wallet.name)
}

/** The remote wallet that the shown account's transport is connected to. */
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

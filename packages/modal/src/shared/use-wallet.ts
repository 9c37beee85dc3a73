import { type Connector, getConnection, type Kit, type Peer } from '@latchkey/core'
import { connectorIdOf } from '@latchkey/core/inside'
import type { AccountId } from '@latchkey/protocol'
import { useAccount, useRead } from '@latchkey/react'

/**
 * The connector that an account is connected with; default the account that is shown. Undefined
 * when there is none.
 */
export function useWallet(account?: AccountId): Connector | undefined {
  const id = useConnectorId(account)
  return useRead((kit) => (id === undefined ? undefined : kit.getState().connectors[id]))
}

/**
 * The name of an account's wallet. Over a transport it is the remote wallet's name, and after a
 * login the label of the login, such as an email address.
 */
export function useWalletName(account?: AccountId): string | undefined {
  const wallet = useWallet(account)
  const peer = usePeer(account)
  // The name is read from the session each time, because the email address may have changed since
  // the login.
  return wallet?.auth?.session()?.identities[0]?.label || (peer?.name ?? wallet?.wallet.name)
}

/**
 * The remote wallet that an account is connected with over a transport; undefined for other
 * wallets.
 */
export function usePeer(account?: AccountId): Peer | undefined {
  const id = useConnectorId(account)
  return useRead((kit) => (id === undefined ? undefined : peerOf(kit, id)))
}

function useConnectorId(account: AccountId | undefined): string | undefined {
  const { connectorId } = useAccount()
  return useRead((kit) => (account === undefined ? connectorId : connectorIdOf(kit, account)))
}

export function peerOf(kit: Kit, connector: string): Peer | undefined {
  const connection = getConnection(kit, { connector })
  return connection.status === 'connected'
    ? connection.sessions.find(({ peer }) => peer)?.peer
    : undefined
}

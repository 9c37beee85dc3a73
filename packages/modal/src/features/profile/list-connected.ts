import { type ConnectionView, getConnections, type Kit } from '@latchkey/core'
import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import { shortAddress } from '../../shared/short-address.ts'
import { peerOf } from '../../shared/use-wallet.ts'

/** A connected wallet in the list of the visitor's wallets. */
export interface ConnectedWallet {
  /**
   * Id of the wallet's first connector. Disconnecting this connector ends all connections of the
   * wallet.
   */
  readonly id: string
  readonly name: string
  readonly icon?: string
  /** Whether the dialog shows an account of this wallet. */
  readonly isShown: boolean
  /** Whether the wallet is silently asked after a reload whether it is still connected. */
  readonly isReconnecting: boolean
  /** The selected account of each of the wallet's chain families; none while it is reconnecting. */
  readonly accounts: readonly { readonly connector: string; readonly account: AccountId }[]
  /**
   * The wallet's shortened addresses; with the names of their chain families when the kit has
   * several.
   */
  readonly text: string
}

/**
 * Lists the connected wallets: first the one that is shown, then the others, the one used last
 * first. Connections that were opened by one prompt are listed as one wallet.
 */
export function listConnected(kit: Kit): readonly ConnectedWallet[] {
  const { connectors } = kit.getState()
  const groups = new Map<string, ConnectionView[]>()
  for (const connection of getConnections(kit).connections) {
    if (connection.status === 'connecting') continue
    const key = connectors[connection.connectorId]?.together ?? connection.connectorId
    groups.set(key, [...(groups.get(key) ?? []), connection])
  }
  return [...groups.values()]
    .flatMap((connections) => toWallet(kit, connections) ?? [])
    .sort((a, b) => Number(b.isShown) - Number(a.isShown))
}

function toWallet(kit: Kit, connections: readonly ConnectionView[]): ConnectedWallet | undefined {
  const [first] = connections
  if (!first) return undefined
  const { connectorId, wallet } = first
  const { connectors, namespace } = kit.getState()
  const accounts = connections.flatMap((connection) =>
    connection.selected.map((account) => ({ connector: connection.connectorId, account })),
  )
  const name =
    connectors[connectorId]?.auth?.session()?.identities[0]?.label ||
    (peerOf(kit, connectorId)?.name ?? wallet?.name ?? connectorId)
  return {
    id: connectorId,
    name,
    ...(wallet?.icon && { icon: wallet.icon }),
    isShown: connections.some(({ activeNamespaces }) => activeNamespaces.includes(namespace)),
    isReconnecting: accounts.length === 0,
    accounts,
    text: accounts.map(({ account }) => describeAccount(kit, account)).join(' · '),
  }
}

function describeAccount(kit: Kit, account: AccountId): string {
  const address = shortAddress(addressOf(account))
  const family = kit.adapters[namespaceOf(account)]?.name
  return family && Object.keys(kit.adapters).length > 1 ? `${family} ${address}` : address
}

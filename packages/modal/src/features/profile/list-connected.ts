import { type ConnectionView, getConnections, type Kit } from '@latchkey/core'
import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import { shortAddress } from '../../shared/short-address.ts'
import { peerOf } from '../../shared/use-wallet.ts'

/** A connected wallet, as the visitor sees it. */
export interface ConnectedWallet {
  /** Id of its first connector; disconnecting that ends all of the wallet. */
  readonly id: string
  readonly name: string
  readonly icon?: string
  /** Whether its account is the shown one. */
  readonly isShown: boolean
  /** Whether it is asked silently, after a reload, whether it is still connected. */
  readonly isReconnecting: boolean
  /** The account of each of its chain families; none while it is reconnecting. */
  readonly accounts: readonly { readonly connector: string; readonly account: AccountId }[]
  /** Its short addresses, with the names of their families where the kit has several. */
  readonly text: string
}

/**
 * The connected wallets, the shown one first, then the one used last. Connections that one prompt
 * opened are one wallet.
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

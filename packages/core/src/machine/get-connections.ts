import type { AccountId, Namespace, RecentWallet } from '@latchkey/protocol'
import type { WalletIdentity } from '../contract/connector.ts'
import type { Session, SessionAccount } from '../contract/session.ts'
import { getPublicStatus } from './get-public-status.ts'
import { heldNamespaces } from './held.ts'
import { readOwnField } from './read-own-field.ts'
import type { Connection, PublicStatus, State } from './state.ts'

/** A connection in the form in which a page reads it. */
export interface ConnectionView {
  readonly connectorId: string
  /** Name and icon of the wallet; absent after a reload until the wallet has announced itself. */
  readonly wallet?: WalletIdentity
  readonly status: Exclude<PublicStatus, 'disconnected'>
  /** The namespaces that the connection holds; none while it is connecting. */
  readonly namespaces: readonly Namespace[]
  /** Whether the connection is the active one of at least one namespace. */
  readonly isActive: boolean
  /** The namespaces whose active connection this is. */
  readonly activeNamespaces: readonly Namespace[]
  /** All accounts that the wallet granted; none unless it is connected. */
  readonly accounts: readonly SessionAccount[]
  /** The selected account of each namespace; none unless the wallet is connected. */
  readonly selected: readonly AccountId[]
}

/**
 * Returns every connection, beginning with the wallet that was connected or switched to last, and
 * the recently used wallets that are not connected now. `switchAccount` switches to an account of a
 * connected wallet.
 */
export function getConnections(kit: getConnections.Source): getConnections.ReturnType {
  const { connections, connectors, active, recent } = kit.getState()
  return {
    connections: Object.entries(connections).flatMap(([id, connection]) => {
      const status = getPublicStatus(connection)
      if (status === 'disconnected') return []
      const wallet = readOwnField(connectors, id)?.wallet
      const namespaces = heldNamespaces(connection)
      const activeNamespaces = namespaces.filter((one) => readOwnField(active, one) === id)
      const sessions = shownSessions(connection, namespaces)
      return {
        connectorId: id,
        ...(wallet && { wallet }),
        status,
        namespaces,
        isActive: activeNamespaces.length > 0,
        activeNamespaces,
        accounts: sessions.flatMap(({ accounts }) => accounts),
        selected: sessions.map(({ selected }) => selected),
      }
    }),
    recent: recent.filter(({ id }) => heldNamespaces(readOwnField(connections, id)).length === 0),
  }
}

export declare namespace getConnections {
  /** A kit, or any object with the same `getState`. */
  interface Source {
    getState(): Pick<State, 'active' | 'connections' | 'connectors' | 'recent'>
  }
  interface ReturnType {
    readonly connections: readonly ConnectionView[]
    /** The recently used wallets that are not connected now, newest first. */
    readonly recent: readonly RecentWallet[]
  }
}

function shownSessions(
  connection: Connection,
  namespaces: readonly Namespace[],
): readonly Session[] {
  return connection.status === 'connected'
    ? connection.sessions.filter(({ namespace }) => namespaces.includes(namespace))
    : []
}

import type { AccountId, Namespace, RecentWallet } from '@latchkey/protocol'
import type { WalletIdentity } from '../contract/connector.ts'
import type { Session, SessionAccount } from '../contract/session.ts'
import { getPublicStatus } from './get-public-status.ts'
import { heldNamespaces } from './held.ts'
import { readOwnField } from './read-own-field.ts'
import type { Connection, PublicStatus, State } from './state.ts'

/** One connection, as a page reads it. */
export interface ConnectionView {
  readonly connectorId: string
  /** Absent after a reload, until the wallet has announced itself. */
  readonly wallet?: WalletIdentity
  readonly status: Exclude<PublicStatus, 'disconnected'>
  /** The namespaces that it holds; empty while connecting. */
  readonly namespaces: readonly Namespace[]
  /** Whether it is the active connection of a namespace. */
  readonly isActive: boolean
  /** The namespaces of which it is the active connection. */
  readonly activeNamespaces: readonly Namespace[]
  /** All accounts that the wallet granted; empty unless connected. */
  readonly accounts: readonly SessionAccount[]
  /** The selected account of each namespace; empty unless connected. */
  readonly selected: readonly AccountId[]
}

/**
 * Every connection, the one that was connected or switched to last first, and the wallets used
 * recently that are not connected now. `switchAccount` switches to a connected one.
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
  /** A kit, or anything with the same state. */
  interface Source {
    getState(): Pick<State, 'active' | 'connections' | 'connectors' | 'recent'>
  }
  interface ReturnType {
    readonly connections: readonly ConnectionView[]
    /** Newest first. */
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

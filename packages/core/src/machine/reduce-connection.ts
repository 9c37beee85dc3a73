import { type Namespace, recentWalletsKept } from '@latchkey/protocol'
import { advanceConnection, isConnectionEvent } from './connection.ts'
import type { ConnectionEvent, KitEvent } from './event.ts'
import { heldNamespaces, idle } from './held.ts'
import { readOwn } from './read-own.ts'
import { reducePageLoad } from './reduce-page-load.ts'
import type { Connection, State } from './state.ts'

/**
 * Reduces connections and the active connectors; pure. A page loads it when a wallet is asked for
 * something.
 */
export function reduceConnection(state: State, event: KitEvent): State {
  if (isConnectionEvent(event)) return reduceConnectionEvent(state, event)
  switch (event.type) {
    case 'connector-lost': {
      if (!readOwn(state.connectors, event.connector)) return state
      const { [event.connector]: _, ...connectors } = state.connectors
      return {
        ...reduceConnectionEvent(state, { type: 'disconnected', connector: event.connector }),
        connectors,
      }
    }
    case 'namespace-selected':
      return event.namespace === state.namespace ? state : { ...state, namespace: event.namespace }
    case 'chain-selected': {
      const namespace = event.chain.slice(0, event.chain.indexOf(':'))
      return state.chains[namespace] === event.chain
        ? state
        : { ...state, chains: { ...state.chains, [namespace]: event.chain } }
    }
    case 'recent-changed':
      return { ...state, recent: event.recent.slice(0, recentWalletsKept) }
    case 'features-learnt':
      return { ...state, features: event.features }
    case 'restored':
      return {
        ...state,
        chains: { ...state.chains, ...event.chains },
        namespace: event.namespace ?? state.namespace,
        recent: event.recent.slice(0, recentWalletsKept),
        transactions: {
          ...Object.fromEntries(event.transactions.map((t) => [t.id, t])),
          ...state.transactions,
        },
      }
    default:
      return reducePageLoad(state, event)
  }
}

function reduceConnectionEvent(state: State, event: ConnectionEvent): State {
  const id = event.connector
  const previousConnection = readOwn(state.connections, id) ?? idle
  const nextConnection = advanceConnection(previousConnection, event)
  if (nextConnection === previousConnection) return state
  const connections = { ...state.connections, [id]: nextConnection }
  const otherIds = Object.keys(connections).filter((otherId) => otherId !== id)
  const applyChange = (otherId: string, change: ConnectionEvent): void => {
    connections[otherId] = advanceConnection(connections[otherId] ?? idle, change)
  }
  // One request at a time: choosing another wallet of the same family withdraws the request to the
  // first.
  if (event.type === 'connect-started')
    for (const otherId of otherIds) {
      const connection = connections[otherId]
      if (connection?.status === 'connecting' && doOverlap(state, id, otherId))
        applyChange(otherId, {
          type: 'connect-cancelled',
          connector: otherId,
          attempt: connection.attempt,
        })
    }
  for (const namespace of heldNamespaces(nextConnection)) {
    const competingConnectors = otherIds.filter((otherId) =>
      heldNamespaces(connections[otherId]).includes(namespace),
    )
    if (event.type === 'connect-granted' || event.type === 'namespaces-revealed')
      for (const competingConnector of competingConnectors) {
        applyChange(competingConnector, {
          type: 'disconnected',
          connector: competingConnector,
          namespace,
        })
      }
    // A connection that the visitor made meanwhile wins over a resumed one.
    else if (
      event.type === 'resume-granted' &&
      competingConnectors.some(
        (competingConnector) => connections[competingConnector]?.status === 'connected',
      )
    )
      applyChange(id, { type: 'disconnected', connector: id, namespace })
  }
  for (const key of Object.keys(connections)) {
    if (connections[key]?.status === 'idle') delete connections[key]
  }
  const active = activeConnectorsOf(connections)
  return {
    ...state,
    connections,
    active,
    namespace: shownNamespace(state, event, active, heldNamespaces(nextConnection)),
  }
}

function doOverlap(state: State, a: string, b: string): boolean {
  const other = readOwn(state.connectors, b)?.namespaces ?? []
  return readOwn(state.connectors, a)?.namespaces.some((n) => other.includes(n)) ?? true
}

function activeConnectorsOf(
  connections: Readonly<Record<string, Connection>>,
): Readonly<Record<string, string>> {
  const active: Record<string, string> = {}
  for (const [id, connection] of Object.entries(connections)) {
    for (const namespace of heldNamespaces(connection)) {
      if (connection.status === 'connected' || !Object.hasOwn(active, namespace))
        active[namespace] = id
    }
  }
  return active
}

function shownNamespace(
  { namespace, active: previousActive }: State,
  { type }: ConnectionEvent,
  active: Readonly<Record<string, string>>,
  grantedNamespaces: readonly Namespace[],
): Namespace {
  if (type === 'connect-granted')
    return grantedNamespaces.includes(namespace) ? namespace : (grantedNamespaces[0] ?? namespace)
  const wasLost =
    readOwn(previousActive, namespace) !== undefined && readOwn(active, namespace) === undefined
  return wasLost ? (Object.keys(active)[0] ?? namespace) : namespace
}

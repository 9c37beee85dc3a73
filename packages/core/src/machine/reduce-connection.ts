import type { Namespace } from '@latchkey/protocol'
import { advanceConnection, isConnectionEvent } from './connection.ts'
import type { ConnectionEvent, KitEvent } from './event.ts'
import { heldNamespaces, idleConnection } from './held.ts'
import { readOwnField } from './read-own-field.ts'
import { reducePageLoad } from './reduce-page-load.ts'
import type { Connection, State } from './state.ts'

/**
 * The pure reducer of connections and active connectors. A page loads it when a wallet is asked for
 * something; `reduceChoice` handles the events that come later.
 */
export function reduceConnection(state: State, event: KitEvent): State {
  if (isConnectionEvent(event)) return reduceConnectionEvent(state, event)
  switch (event.type) {
    case 'connector-lost': {
      if (!readOwnField(state.connectors, event.connector)) return state
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
    case 'features-learnt':
      return { ...state, features: event.features }
    default:
      return reducePageLoad(state, event)
  }
}

function reduceConnectionEvent(state: State, event: ConnectionEvent): State {
  const id = event.connector
  const previousConnection = readOwnField(state.connections, id) ?? idleConnection
  const nextConnection = advanceConnection(previousConnection, event)
  if (nextConnection === previousConnection) return state
  const isMulti = state.features.multiWallet === true
  const isGranted = event.type === 'connect-granted'
  const connections = {
    // The wallet that the visitor connected last comes first.
    ...(isMulti && isGranted && { [id]: nextConnection }),
    ...state.connections,
    [id]: nextConnection,
  }
  const otherIds = Object.keys(connections).filter((otherId) => otherId !== id)
  const applyChange = (otherId: string, change: ConnectionEvent): void => {
    connections[otherId] = advanceConnection(connections[otherId] ?? idleConnection, change)
  }
  // A chain family has one connect request at a time: choosing another wallet of the family
  // withdraws the request to the first wallet.
  if (event.type === 'connect-started')
    for (const otherId of otherIds) {
      const connection = connections[otherId]
      if (connection?.status === 'connecting' && isNamespaceShared(state, id, otherId))
        applyChange(otherId, {
          type: 'connect-cancelled',
          connector: otherId,
          attempt: connection.attempt,
        })
    }
  // Where several wallets of a namespace may be connected, a new wallet replaces none.
  for (const namespace of isMulti ? [] : heldNamespaces(nextConnection)) {
    const competingConnectors = otherIds.filter((otherId) =>
      heldNamespaces(connections[otherId]).includes(namespace),
    )
    if (isGranted || event.type === 'namespaces-revealed')
      for (const competingConnector of competingConnectors) {
        applyChange(competingConnector, {
          type: 'disconnected',
          connector: competingConnector,
          namespace,
        })
      }
    // A connection that the visitor has made replaces a stored one. Several wallets of a namespace
    // may be stored from a time when the site allowed that: all of them are resumed, and the next
    // wallet that is connected ends them.
    else if (
      event.type === 'resume-started' &&
      competingConnectors.some(
        (competingConnector) => connections[competingConnector]?.status === 'connected',
      )
    )
      applyChange(id, { type: 'disconnected', connector: id, namespace })
  }
  for (const key of Object.keys(connections)) {
    if (connections[key]?.status === 'idle') delete connections[key]
  }
  const activeConnectors = chooseActive(connections, state.active, isGranted ? id : undefined)
  return {
    ...state,
    connections,
    active: activeConnectors,
    namespace: chooseShownNamespace(state, event, activeConnectors, heldNamespaces(nextConnection)),
  }
}

function isNamespaceShared(state: State, a: string, b: string): boolean {
  const otherNamespaces = readOwnField(state.connectors, b)?.namespaces ?? []
  return (
    readOwnField(state.connectors, a)?.namespaces.some((n) => otherNamespaces.includes(n)) ?? true
  )
}

/**
 * The active connector of each held namespace: the one that was granted just now, else the one that
 * was active before, else the first that is connected, else the first that is resuming.
 */
function chooseActive(
  connections: Readonly<Record<string, Connection>>,
  previousActive: Readonly<Record<string, string>>,
  granted: string | undefined,
): Readonly<Record<string, string>> {
  const rank = (id: string, namespace: Namespace): number => {
    if (id === granted) return 3
    if (id === readOwnField(previousActive, namespace)) return 2
    return connections[id]?.status === 'connected' ? 1 : 0
  }
  const activeConnectors: Record<string, string> = {}
  for (const [id, connection] of Object.entries(connections)) {
    for (const namespace of heldNamespaces(connection)) {
      const current = readOwnField(activeConnectors, namespace)
      if (current === undefined || rank(id, namespace) > rank(current, namespace))
        activeConnectors[namespace] = id
    }
  }
  return activeConnectors
}

function chooseShownNamespace(
  { namespace, active: previousActive }: State,
  { type }: ConnectionEvent,
  activeConnectors: Readonly<Record<string, string>>,
  grantedNamespaces: readonly Namespace[],
): Namespace {
  if (type === 'connect-granted')
    return grantedNamespaces.includes(namespace) ? namespace : (grantedNamespaces[0] ?? namespace)
  const isShownNamespaceLost =
    readOwnField(previousActive, namespace) !== undefined &&
    readOwnField(activeConnectors, namespace) === undefined
  return isShownNamespaceLost ? (Object.keys(activeConnectors)[0] ?? namespace) : namespace
}

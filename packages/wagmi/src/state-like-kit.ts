import type { Kit } from '@latchkey/core'
import type { Config, Connection, State } from 'wagmi'
import { connectorId } from './kit-connector.ts'
import { type KitConnection, readAccount, readConnection } from './read-connection.ts'

/**
 * Returns wagmi's state with the kit's connection in it: the same object when nothing changes.
 * Connections of other connectors, which a page itself adds to wagmi, are left as they are.
 */
export function stateLikeKit(kit: Kit, config: Config, state: State): State {
  const connection = readConnection(kit)
  const { status } = readAccount(kit)
  if (connection) return connectedState(config, state, connection)
  // While the kit tries to connect the wallet of the last visit again, the connection that wagmi
  // read from its storage is kept.
  const isKept = (one: Connection): boolean =>
    isForeign(one) || (status === 'reconnecting' && isStored(one))
  const kept = [...state.connections].filter(([, one]) => isKept(one))
  const foreign = kept.find(([, one]) => isForeign(one))
  const isCurrentKept = kept.some(([uid]) => uid === state.current)
  const next: State = {
    ...state,
    connections: new Map(kept),
    current: isCurrentKept ? state.current : (foreign?.[0] ?? null),
    status: foreign ? 'connected' : status,
  }
  return isSameState(state, next) ? state : next
}

function connectedState(config: Config, state: State, connection: KitConnection): State {
  const connector = config.connectors.find(({ id }) => id === connectorId)
  // This never happens, because the configuration is made with the kit's connector.
  if (!connector) return state
  const foreign = [...state.connections].filter(([, one]) => isForeign(one))
  // When a page has chosen another of wagmi's connections, as `useSwitchAccount` of wagmi does,
  // that choice is kept.
  const isOtherChosen =
    state.connections.has(connector.uid) && foreign.some(([uid]) => uid === state.current)
  const hasChain = config.chains.some(({ id }) => id === connection.chainId)
  const next: State = {
    ...state,
    connections: new Map([...foreign, [connector.uid, { ...connection, connector }]]),
    current: isOtherChosen ? state.current : connector.uid,
    status: 'connected',
    ...(hasChain && !isOtherChosen && { chainId: connection.chainId }),
  }
  return isSameState(state, next) ? state : next
}

/**
 * Whether wagmi read this connection from storage: the connector of such a connection has no
 * functions.
 */
function isStored({ connector }: Connection): boolean {
  return typeof connector.getAccounts !== 'function'
}

/** Whether this connection belongs to a connector that the page itself added to wagmi. */
function isForeign(connection: Connection): boolean {
  return connection.connector.id !== connectorId && !isStored(connection)
}

function isSameState(one: State, other: State): boolean {
  return (
    one.status === other.status &&
    one.current === other.current &&
    one.chainId === other.chainId &&
    one.connections.size === other.connections.size &&
    [...other.connections].every(([uid, connection]) =>
      isSameConnection(one.connections.get(uid), connection),
    )
  )
}

function isSameConnection(one: Connection | undefined, other: Connection): boolean {
  return (
    one?.connector === other.connector &&
    one.chainId === other.chainId &&
    one.accounts.join() === other.accounts.join()
  )
}

import { recentWalletsKept } from '@latchkey/protocol'
import type { KitEvent } from './event.ts'
import { heldNamespaces } from './held.ts'
import { readOwnField } from './read-own-field.ts'
import { reduceConnection } from './reduce-connection.ts'
import type { State } from './state.ts'

/**
 * The pure reducer of events that follow a choice of the visitor, made now, on an earlier page or
 * in another tab. It passes every other event on to `reduceConnection`, so that a page that only
 * connects a wallet need not load this code before the wallet is asked.
 */
export function reduceChoice(state: State, event: KitEvent): State {
  switch (event.type) {
    case 'wallet-selected': {
      const { connector, namespace } = event
      const connection = readOwnField(state.connections, connector)
      const active = chooseActive(state, { [namespace]: connector })
      if (connection?.status !== 'connected' || active === state.active) return state
      return { ...state, connections: { [connector]: connection, ...state.connections }, active }
    }
    case 'recent-changed':
      return { ...state, recent: event.recent.slice(0, recentWalletsKept) }
    case 'restored':
      return {
        ...state,
        chains: { ...state.chains, ...event.chains },
        namespace: event.namespace ?? state.namespace,
        active: chooseActive(state, event.active),
        recent: event.recent.slice(0, recentWalletsKept),
        transactions: {
          ...Object.fromEntries(event.transactions.map((t) => [t.id, t])),
          ...state.transactions,
        },
      }
    default:
      return reduceConnection(state, event)
  }
}

/** Returns the active connectors, changed to those of `choice` that hold their namespace. */
function chooseActive(
  { active, connections }: State,
  choice: State['active'] | undefined,
): State['active'] {
  const newEntries = Object.entries(choice ?? {}).filter(
    ([namespace, id]) =>
      readOwnField(active, namespace) !== id &&
      heldNamespaces(readOwnField(connections, id)).includes(namespace),
  )
  return newEntries.length > 0 ? { ...active, ...Object.fromEntries(newEntries) } : active
}

import type { KitEvent } from './event.ts'
import { heldNamespaces, idle, resuming } from './held.ts'
import { own } from './own.ts'
import type { State } from './state.ts'

export type Reducer = (state: State, event: KitEvent) => State

/** What a page needs before anything is asked of a wallet; pure; the same object when nothing changed. */
export function reduce(state: State, event: KitEvent): State {
  switch (event.type) {
    case 'connector-found': {
      const { id } = event.connector
      return own(state.connectors, id) === event.connector
        ? state
        : { ...state, connectors: { ...state.connectors, [id]: event.connector } }
    }
    case 'resume-started': {
      const connection = resuming(event)
      if (connection === idle) return state
      const active = { ...state.active }
      for (const namespace of heldNamespaces(connection)) active[namespace] = own(active, namespace) ?? event.connector
      return { ...state, active, connections: { ...state.connections, [event.connector]: connection } }
    }
    case 'resume-failed': {
      const { connector, attempt } = event
      const connection = own(state.connections, connector)
      if (connection?.status !== 'resuming' || connection.attempt !== attempt) return state
      const isOther = ([, id]: readonly [string, string]): boolean => id !== connector
      const { [connector]: _, ...connections } = state.connections
      return { ...state, connections, active: Object.fromEntries(Object.entries(state.active).filter(isOther)) }
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
      return { ...state, recent: event.recent.slice(0, 2) }
    case 'restored':
      return {
        ...state,
        chains: { ...state.chains, ...event.chains },
        namespace: event.namespace ?? state.namespace,
        recent: event.recent.slice(0, 2),
        transactions: { ...Object.fromEntries(event.transactions.map((t) => [t.id, t])), ...state.transactions },
      }
    default:
      return state
  }
}

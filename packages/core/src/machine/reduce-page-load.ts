import type { KitEvent } from './event.ts'
import { beginResuming, heldNamespaces, idleConnection } from './held.ts'
import { readOwnField } from './read-own-field.ts'
import type { State } from './state.ts'

/**
 * The reducer for the events that come before any wallet is asked. It is pure, and returns the same
 * object when nothing changed.
 */
export function reducePageLoad(state: State, event: KitEvent): State {
  switch (event.type) {
    case 'connector-found': {
      const { id } = event.connector
      return readOwnField(state.connectors, id) === event.connector
        ? state
        : { ...state, connectors: { ...state.connectors, [id]: event.connector } }
    }
    case 'resume-started': {
      const connection = beginResuming(event)
      if (connection === idleConnection) return state
      const activeConnectors = { ...state.active }
      for (const namespace of heldNamespaces(connection)) {
        activeConnectors[namespace] = readOwnField(activeConnectors, namespace) ?? event.connector
      }
      return {
        ...state,
        active: activeConnectors,
        connections: { ...state.connections, [event.connector]: connection },
      }
    }
    // The rest of the kit's code could not be loaded, so no connection can be resumed, and no
    // connection may stay in the state `resuming`.
    case 'resume-failed':
      return { ...state, active: {}, connections: {} }
    default:
      return state
  }
}

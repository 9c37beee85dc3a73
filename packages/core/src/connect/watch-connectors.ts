import type { Connector } from '../contract/connector.ts'
import type { Stop } from '../contract/stop.ts'
import { isSession } from '../machine/check-grant.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { State } from '../machine/state.ts'

const startStateOf: (kit: Kit) => { isStarted: boolean } = perKit(() => ({ isStarted: false }))

/**
 * Listens to the events of connected wallets for as long as they are connected, from the first
 * connection on.
 */
export function watchConnectors(kit: Kit): void {
  const startState = startStateOf(kit)
  if (startState.isStarted) return
  startState.isStarted = true
  const watchedConnectors = new Map<
    string,
    { readonly connector: Connector; readonly stop: Stop }
  >()
  const followConnections = (state: State): void => {
    for (const [id, { connector, stop }] of watchedConnectors) {
      if (
        readOwnField(state.connections, id)?.status !== 'connected' ||
        readOwnField(state.connectors, id) !== connector
      ) {
        watchedConnectors.delete(id)
        stop()
      }
    }
    for (const [id, connection] of Object.entries(state.connections)) {
      const connector = readOwnField(state.connectors, id)
      if (connection.status === 'connected' && connector && !watchedConnectors.has(id))
        watchedConnectors.set(id, { connector, stop: watchConnectorEvents(kit, connector) })
    }
  }
  followConnections(kit.getState())
  kit.watch((_, state) => followConnections(state))
}

function watchConnectorEvents(kit: Kit, connector: Connector): Stop {
  const { id, namespaces } = connector
  return connector.watch((event) => {
    // A listener may be called once more after it was stopped, so an event of a replaced connector
    // is ignored.
    if (readOwnField(kit.getState().connectors, id) !== connector) return
    if (event.type === 'session' && isSession(kit, event.session, namespaces))
      return kit[inside].dispatch({
        type: 'session-changed',
        connector: id,
        session: event.session,
        reason: event.reason,
      })
    // A session with an invalid account is ended, so that the screen never shows an account that
    // was not checked.
    kit[inside].dispatch({
      ...(event.type === 'end' && event),
      type: 'session-ended',
      connector: id,
    })
  })
}

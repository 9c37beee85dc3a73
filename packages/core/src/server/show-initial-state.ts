import { heldNamespaces } from '../machine/held.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { Connection, LastSession, State } from '../machine/state.ts'
import type { InitialState } from './initial-state.ts'

/**
 * Returns the state to show on a page that a server has rendered as connected: until the wallet has
 * answered, the page goes on showing what the server rendered. A connection that the page itself
 * does not resume with the same accounts is not shown, because a cookie may be out of date or
 * forged.
 * @param isStarted whether the kit has read its storage; the first render comes before that
 */
export function showInitialState(state: State, initial: InitialState, isStarted: boolean): State {
  const shown = initial.connections.filter(
    ({ connector, last }) =>
      !isStarted || isResumed(readOwnField(state.connections, connector), last),
  )
  if (shown.length === 0) return state
  const connections = shown.map(({ connector, last }): readonly [string, Connection] => [
    connector,
    { status: 'connected', ...last },
  ])
  // When a namespace has several wallets, the one that was used last is the active one; it comes
  // first in the stored list.
  const active = connections
    .flatMap(([connector, connection]) =>
      heldNamespaces(connection).map((namespace) => [namespace, connector] as const),
    )
    .reverse()
  return {
    ...state,
    connections: Object.assign({}, state.connections, Object.fromEntries(connections)),
    active: Object.assign(Object.fromEntries(active), state.active),
    namespace: initial.namespace ?? state.namespace,
  }
}

function isResumed(connection: Connection | undefined, initial: LastSession): boolean {
  return (
    connection?.status === 'resuming' &&
    initial.sessions.every(({ namespace, selected }) =>
      connection.last.sessions.some(
        (session) => session.namespace === namespace && session.selected === selected,
      ),
    )
  )
}

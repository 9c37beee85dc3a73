import type { Namespace } from '@latchkey/protocol'
import type { Attempt, Connection, LastSession } from './state.ts'

export const idleConnection: Connection = { status: 'idle' }

/**
 * The namespaces of a connection on this page: those that the wallet granted and the visitor has
 * not disconnected here. While a connection is resuming, its namespaces come from storage.
 */
export function heldNamespaces(connection: Connection | undefined): readonly Namespace[] {
  const lastSession =
    connection?.status === 'connected'
      ? connection
      : connection?.status === 'resuming'
        ? connection.last
        : undefined
  return lastSession
    ? lastSession.sessions.map((s) => s.namespace).filter((n) => !lastSession.hidden.includes(n))
    : []
}

/** Returns the connection, or the idle state when the connection has no namespace left. */
export function idleIfEmpty(connection: Connection): Connection {
  return heldNamespaces(connection).length ? connection : idleConnection
}

/**
 * The next state of an idle connection for the event `resume-started`: the only transition of a
 * connection that a page load needs at once.
 */
export function beginResuming({
  attempt,
  last,
}: {
  readonly attempt: Attempt
  readonly last: LastSession
}): Connection {
  return idleIfEmpty({ status: 'resuming', attempt, last })
}

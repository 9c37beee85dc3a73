import type { Namespace } from '@latchkey/protocol'
import type { Attempt, Connection, LastSession } from './state.ts'

export const idleConnection: Connection = { status: 'idle' }

/**
 * Namespaces that a connection holds on this page: granted and not hidden; of a resuming
 * connection, those from storage.
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

/** A connection without namespaces becomes idle. */
export function idleIfEmpty(connection: Connection): Connection {
  return heldNamespaces(connection).length ? connection : idleConnection
}

/**
 * The next state of an idle connection for `resume-started`: the one transition that a page load
 * needs at once.
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

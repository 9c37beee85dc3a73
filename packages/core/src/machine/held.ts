import type { Namespace } from '@latchkey/protocol'
import type { Attempt, Connection, LastSession } from './state.ts'

export const idle: Connection = { status: 'idle' }

/**
 * Namespaces that a connection holds on this page: granted and not hidden; of a resuming
 * connection, those from storage.
 */
export function heldNamespaces(connection: Connection | undefined): readonly Namespace[] {
  const last =
    connection?.status === 'connected'
      ? connection
      : connection?.status === 'resuming'
        ? connection.last
        : undefined
  return last ? last.sessions.map((s) => s.namespace).filter((n) => !last.hidden.includes(n)) : []
}

/** A connection without namespaces becomes idle. */
export function orIdle(connection: Connection): Connection {
  return heldNamespaces(connection).length ? connection : idle
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
  return orIdle({ status: 'resuming', attempt, last })
}

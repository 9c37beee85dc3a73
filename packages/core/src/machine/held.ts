import type { Namespace } from '@latchkey/protocol'
import type { Attempt, Connection, LastSession } from './state.ts'

export const idle: Connection = { status: 'idle' }

/**
 * Namespaces a connection stands for here: granted and not hidden; of a resuming one, those it had.
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

/** A connection that stands for nothing is none. */
export function orIdle(connection: Connection): Connection {
  return heldNamespaces(connection).length ? connection : idle
}

/**
 * What `resume-started` makes of an idle connection: the one cell of the table that a page load
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

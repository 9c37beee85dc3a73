import type { Namespace } from '@latchkey/protocol'
import type { Session } from './contract.ts'
import type { ConnectionEvent } from './event.ts'
import type { Connection } from './state.ts'

type Status = Connection['status']
type Type = ConnectionEvent['type']
type In<S extends Status> = Extract<Connection, { status: S }>
type On<T extends Type> = Extract<ConnectionEvent, { type: T }>
type Table = {
  readonly [S in Status]: { readonly [T in Type]: (connection: In<S>, event: On<T>) => Connection }
}

export const idle: Connection = { status: 'idle' }

/** Namespaces a connection stands for here: granted and not hidden; of a resuming one, those it had. */
export function heldNamespaces(connection: Connection | undefined): readonly Namespace[] {
  const last =
    connection?.status === 'connected' ? connection : connection?.status === 'resuming' ? connection.last : undefined
  return last ? last.sessions.map((s) => s.namespace).filter((n) => !last.hidden.includes(n)) : []
}

const keep = (connection: Connection): Connection => connection
const toIdle = (): Connection => idle
const orIdle = (connection: Connection): Connection => (heldNamespaces(connection).length ? connection : idle)
const start = (_: Connection, { attempt }: On<'connect-started'>): Connection => ({ status: 'connecting', attempt })
const resume = (_: Connection, { attempt, last }: On<'resume-started'>): Connection =>
  orIdle({ status: 'resuming', attempt, last })
/** An answer of any attempt but the present one is ignored. */
function current<C extends { readonly attempt: number }, E extends { readonly attempt: number }>(
  next: (connection: C, event: E) => Connection,
): (connection: C & Connection, event: E) => Connection {
  return (connection, event) => (connection.attempt === event.attempt ? next(connection, event) : connection)
}

function hide(hidden: readonly Namespace[], namespace: Namespace): readonly Namespace[] {
  return hidden.includes(namespace) ? hidden : [...hidden, namespace]
}

/** The visitor's choice of an account outlives a change of chain, as long as the wallet still grants it. */
function change(connection: In<'connected'>, { session, reason }: On<'session-changed'>): Connection {
  const before = connection.sessions.find((s) => s.namespace === session.namespace)
  if (!before) return connection
  const next = reason === 'chain' || reason === 'expiry' ? keepSelected(before, session) : session
  return { ...connection, sessions: connection.sessions.map((s) => (s === before ? next : s)) }
}

function keepSelected(before: Session, after: Session): Session {
  const tail = before.selected.slice(before.selected.lastIndexOf(':'))
  const wished = after.selected.slice(0, after.selected.lastIndexOf(':')) + tail
  const kept = after.accounts.find((a) => a.account === wished)
  return kept ? { ...after, selected: kept.account } : after
}

/** The whole table state × event; a cell that keeps the state says so. */
const table: Table = {
  idle: {
    'connect-started': start,
    'connect-prompted': keep,
    'connect-granted': keep,
    'connect-failed': keep,
    'connect-cancelled': keep,
    'resume-started': resume,
    'resume-granted': keep,
    'resume-failed': keep,
    'session-changed': keep,
    'session-ended': keep,
    disconnected: keep,
    'namespaces-revealed': keep,
    'failure-dismissed': keep,
  },
  connecting: {
    'connect-started': start,
    'connect-prompted': current((connection, { prompt }) => ({ ...connection, prompt })),
    'connect-granted': current((connection, { sessions }) =>
      sessions.length ? { status: 'connected', sessions, hidden: [] } : connection,
    ),
    'connect-failed': current((_, { error }) => ({ status: 'failed', error })),
    'connect-cancelled': current(toIdle),
    'resume-started': keep,
    'resume-granted': keep,
    'resume-failed': keep,
    'session-changed': keep,
    'session-ended': keep,
    disconnected: toIdle,
    'namespaces-revealed': keep,
    'failure-dismissed': keep,
  },
  resuming: {
    'connect-started': start,
    'connect-prompted': keep,
    'connect-granted': keep,
    'connect-failed': keep,
    'connect-cancelled': keep,
    'resume-started': resume,
    'resume-granted': current(({ last }, { sessions }) =>
      orIdle({
        status: 'connected',
        sessions,
        hidden: last.hidden.filter((n) => sessions.some((s) => s.namespace === n)),
      }),
    ),
    'resume-failed': current(toIdle),
    'session-changed': keep,
    'session-ended': keep,
    disconnected: (connection, { namespace }) =>
      namespace === undefined
        ? idle
        : orIdle({
            ...connection,
            last: { ...connection.last, hidden: hide(connection.last.hidden, namespace) },
          }),
    'namespaces-revealed': keep,
    'failure-dismissed': keep,
  },
  connected: {
    'connect-started': keep,
    'connect-prompted': keep,
    'connect-granted': keep,
    'connect-failed': keep,
    'connect-cancelled': keep,
    'resume-started': keep,
    'resume-granted': keep,
    'resume-failed': keep,
    'session-changed': change,
    'session-ended': (connection, { namespace }) =>
      namespace === undefined
        ? idle
        : connection.sessions.some((s) => s.namespace === namespace)
          ? orIdle({
              ...connection,
              sessions: connection.sessions.filter((s) => s.namespace !== namespace),
              hidden: connection.hidden.filter((n) => n !== namespace),
            })
          : connection,
    disconnected: (connection, { namespace }) =>
      namespace === undefined
        ? idle
        : heldNamespaces(connection).includes(namespace)
          ? orIdle({ ...connection, hidden: hide(connection.hidden, namespace) })
          : connection,
    'namespaces-revealed': (connection) => (connection.hidden.length ? { ...connection, hidden: [] } : connection),
    'failure-dismissed': keep,
  },
  failed: {
    'connect-started': start,
    'connect-prompted': keep,
    'connect-granted': keep,
    'connect-failed': keep,
    'connect-cancelled': keep,
    'resume-started': keep,
    'resume-granted': keep,
    'resume-failed': keep,
    'session-changed': keep,
    'session-ended': keep,
    disconnected: toIdle,
    'namespaces-revealed': keep,
    'failure-dismissed': toIdle,
  },
}

/** The next state of one connection; the same object when the event changes nothing. */
export function transition(connection: Connection, event: ConnectionEvent): Connection {
  const cell = table[connection.status][event.type] as (connection: Connection, event: ConnectionEvent) => Connection
  return cell(connection, event)
}

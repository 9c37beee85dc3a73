import type { Namespace } from '@latchkey/protocol'
import type { Session } from '../contract/session.ts'
import type { ConnectionEvent, KitEvent } from './event.ts'
import { beginResuming, heldNamespaces, idleConnection, idleIfEmpty } from './held.ts'
import { keepSelectedAccount } from './keep-selected-account.ts'
import type { Connection } from './state.ts'

type Status = Connection['status']
type EventType = ConnectionEvent['type']
type ConnectionWithStatus<S extends Status> = Extract<Connection, { status: S }>
type EventOfType<T extends EventType> = Extract<ConnectionEvent, { type: T }>

function hideNamespace(hidden: readonly Namespace[], namespace: Namespace): readonly Namespace[] {
  return hidden.includes(namespace) ? hidden : [...hidden, namespace]
}

/**
 * Keeps the account that the visitor selected when the chain changes, as long as the wallet still
 * grants this account.
 */
function changeSession(
  connection: ConnectionWithStatus<'connected'>,
  { session, reason }: EventOfType<'session-changed'>,
): Connection {
  const previousSession = connection.sessions.find((s) => s.namespace === session.namespace)
  if (!previousSession) return connection
  const next =
    reason === 'selected'
      ? session
      : keepSelectedAccount(previousSession, session, reason !== 'accounts')
  return {
    ...connection,
    sessions: connection.sessions.map((s) => (s === previousSession ? next : s)),
  }
}

function endNamespace(
  { sessions, hidden, status }: ConnectionWithStatus<'connected'>,
  namespace: Namespace,
): Connection {
  const isOther = (s: Session): boolean => s.namespace !== namespace
  return idleIfEmpty({
    status,
    sessions: sessions.filter(isOther),
    hidden: hidden.filter((n) => n !== namespace),
  })
}

const eventColumns: readonly EventType[] = [
  'connect-started',
  'resume-started',
  'connect-prompted',
  'connect-granted',
  'connect-failed',
  'connect-cancelled',
  'resume-granted',
  'resume-failed',
  'session-changed',
  'session-ended',
  'disconnected',
  'namespaces-revealed',
  'failure-dismissed',
]

/**
 * Whether an event concerns a connection: only such events have a column in the transition table.
 */
export function isConnectionEvent(event: KitEvent): event is ConnectionEvent {
  return (eventColumns as readonly string[]).includes(event.type)
}

/**
 * The transition table of a connection. Each row is a state; its letters are the transitions for
 * the events, in the order of `eventColumns`. `.` keeps the state; `transitions` defines the other
 * letters.
 */
const transitionTable: Readonly<Record<Status, string>> = {
  idle: 'SR...........',
  connecting: 'S.PGFI....I..',
  resuming: 'SR....LI..D..',
  connected: '........MEHV.',
  failed: 'S.........I.I',
}

type Transition = (connection: never, event: never) => Connection
const transitions = {
  S: (_: Connection, { attempt }: EventOfType<'connect-started'>) => ({
    status: 'connecting',
    attempt,
  }),
  P: (
    connection: ConnectionWithStatus<'connecting'>,
    { prompt }: EventOfType<'connect-prompted'>,
  ) => ({
    ...connection,
    prompt,
  }),
  G: (
    connection: ConnectionWithStatus<'connecting'>,
    { sessions }: EventOfType<'connect-granted'>,
  ) => (sessions.length ? { status: 'connected', sessions, hidden: [] } : connection),
  F: (_: Connection, { error }: EventOfType<'connect-failed'>) => ({ status: 'failed', error }),
  I: () => idleConnection,
  R: (_: Connection, event: EventOfType<'resume-started'>) => beginResuming(event),
  L: ({ last }: ConnectionWithStatus<'resuming'>, { sessions }: EventOfType<'resume-granted'>) => {
    const hidden = last.hidden.filter((n) => sessions.some((s) => s.namespace === n))
    return idleIfEmpty({ status: 'connected', sessions, hidden })
  },
  D: (connection: ConnectionWithStatus<'resuming'>, { namespace }: EventOfType<'disconnected'>) =>
    namespace === undefined
      ? idleConnection
      : idleIfEmpty({
          ...connection,
          last: { ...connection.last, hidden: hideNamespace(connection.last.hidden, namespace) },
        }),
  M: changeSession,
  E: (
    connection: ConnectionWithStatus<'connected'>,
    { namespace }: EventOfType<'session-ended'>,
  ) => {
    if (namespace === undefined) return idleConnection
    return connection.sessions.some((s) => s.namespace === namespace)
      ? endNamespace(connection, namespace)
      : connection
  },
  H: (
    connection: ConnectionWithStatus<'connected'>,
    { namespace }: EventOfType<'disconnected'>,
  ) => {
    if (namespace === undefined) return idleConnection
    if (!heldNamespaces(connection).includes(namespace)) return connection
    return idleIfEmpty({ ...connection, hidden: hideNamespace(connection.hidden, namespace) })
  },
  V: (connection: ConnectionWithStatus<'connected'>) =>
    connection.hidden.length ? { ...connection, hidden: [] } : connection,
} as const satisfies Readonly<Record<string, Transition>>

/** Returns the next state of one connection; the same object when the event changes nothing. */
export function advanceConnection(connection: Connection, event: ConnectionEvent): Connection {
  const eventColumn = eventColumns.indexOf(event.type)
  // An event of an earlier connect attempt is ignored, except for the events of the first two
  // columns, which start an attempt.
  if (
    eventColumn > 1 &&
    'attempt' in event &&
    'attempt' in connection &&
    connection.attempt !== event.attempt
  )
    return connection
  const transitionLetter = transitionTable[connection.status][eventColumn] as
    | keyof typeof transitions
    | '.'
  return transitionLetter === '.'
    ? connection
    : (transitions[transitionLetter] as (a: Connection, b: ConnectionEvent) => Connection)(
        connection,
        event,
      )
}

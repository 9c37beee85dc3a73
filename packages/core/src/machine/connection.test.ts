import { describe, expect, test } from 'vitest'
import { session } from '../../test/fake-parts.ts'
import { advanceConnection } from './connection.ts'
import type { ConnectionEvent } from './event.ts'
import { heldNamespaces } from './held.ts'
import type { Connection } from './state.ts'

const [alpha, beta] = [session('alpha'), session('beta')]
const both = [alpha, beta]
const moved = session('alpha', ['a2'])
const error = { code: 'connection-rejected' } as const
const prompt = { kind: 'window' } as const

const idle: Connection = { status: 'idle' }
const states: Record<Connection['status'], Connection> = {
  idle,
  connecting: { status: 'connecting', attempt: 1 },
  resuming: { status: 'resuming', attempt: 1, last: { sessions: both, hidden: ['beta'] } },
  connected: { status: 'connected', sessions: both, hidden: ['beta'] },
  failed: { status: 'failed', error },
}
const last = { sessions: [alpha], hidden: [] }
const c = { connector: 'w' }
const events: Record<ConnectionEvent['type'], ConnectionEvent> = {
  'connect-started': { type: 'connect-started', ...c, attempt: 2 },
  'connect-prompted': { type: 'connect-prompted', ...c, attempt: 1, prompt },
  'connect-granted': { type: 'connect-granted', ...c, attempt: 1, sessions: both },
  'connect-failed': { type: 'connect-failed', ...c, attempt: 1, error },
  'connect-cancelled': { type: 'connect-cancelled', ...c, attempt: 1 },
  'resume-started': { type: 'resume-started', ...c, attempt: 2, last },
  'resume-granted': { type: 'resume-granted', ...c, attempt: 1, sessions: both },
  'resume-failed': { type: 'resume-failed', ...c, attempt: 1, error },
  'session-changed': { type: 'session-changed', ...c, session: moved, reason: 'accounts' },
  'session-ended': { type: 'session-ended', ...c },
  disconnected: { type: 'disconnected', ...c },
  'namespaces-revealed': { type: 'namespaces-revealed', ...c },
  'failure-dismissed': { type: 'failure-dismissed', ...c },
}

const same = 'same' as const
const connecting: Connection = { status: 'connecting', attempt: 2 }
const resuming: Connection = { status: 'resuming', attempt: 2, last }
/**
 * The expected state after each event in each state. The table was written from the design,
 * independently of the code.
 */
const expected: Record<
  Connection['status'],
  Record<ConnectionEvent['type'], Connection | typeof same>
> = {
  idle: {
    'connect-started': connecting,
    'connect-prompted': same,
    'connect-granted': same,
    'connect-failed': same,
    'connect-cancelled': same,
    'resume-started': resuming,
    'resume-granted': same,
    'resume-failed': same,
    'session-changed': same,
    'session-ended': same,
    disconnected: same,
    'namespaces-revealed': same,
    'failure-dismissed': same,
  },
  connecting: {
    'connect-started': connecting,
    'connect-prompted': { status: 'connecting', attempt: 1, prompt },
    'connect-granted': { status: 'connected', sessions: both, hidden: [] },
    'connect-failed': { status: 'failed', error },
    'connect-cancelled': idle,
    'resume-started': same,
    'resume-granted': same,
    'resume-failed': same,
    'session-changed': same,
    'session-ended': same,
    disconnected: idle,
    'namespaces-revealed': same,
    'failure-dismissed': same,
  },
  resuming: {
    'connect-started': connecting,
    'connect-prompted': same,
    'connect-granted': same,
    'connect-failed': same,
    'connect-cancelled': same,
    'resume-started': resuming,
    'resume-granted': { status: 'connected', sessions: both, hidden: ['beta'] },
    'resume-failed': idle,
    'session-changed': same,
    'session-ended': same,
    disconnected: idle,
    'namespaces-revealed': same,
    'failure-dismissed': same,
  },
  connected: {
    'connect-started': same,
    'connect-prompted': same,
    'connect-granted': same,
    'connect-failed': same,
    'connect-cancelled': same,
    'resume-started': same,
    'resume-granted': same,
    'resume-failed': same,
    'session-changed': { status: 'connected', sessions: [moved, beta], hidden: ['beta'] },
    'session-ended': idle,
    disconnected: idle,
    'namespaces-revealed': { status: 'connected', sessions: both, hidden: [] },
    'failure-dismissed': same,
  },
  failed: {
    'connect-started': connecting,
    'connect-prompted': same,
    'connect-granted': same,
    'connect-failed': same,
    'connect-cancelled': same,
    'resume-started': same,
    'resume-granted': same,
    'resume-failed': same,
    'session-changed': same,
    'session-ended': same,
    disconnected: idle,
    'namespaces-revealed': same,
    'failure-dismissed': idle,
  },
}

const cells = Object.entries(states).flatMap(([status, state]) =>
  Object.entries(events).map(([type, event]) => ({
    status,
    type,
    state,
    event,
    result: expected[status as Connection['status']][event.type],
  })),
)
console.info(`connection: ${cells.length} cells of state × event`)

describe('advanceConnection', () => {
  test('default: the table is whole', () => expect(cells).toHaveLength(5 * 13))

  test.each(cells)('behavior: $status × $type', ({ state, event, result }) => {
    const after = advanceConnection(state, event)
    if (result === same) expect(after).toBe(state)
    else expect(after).toEqual(result)
    if (result !== same) expect(after).not.toBe(state)
  })

  const answers = cells.filter(
    ({ event, type }) => 'attempt' in event && !type.endsWith('-started'),
  )
  test.each(answers)(
    'behavior: $status × $type of another attempt is ignored',
    ({ state, event }) => {
      expect(advanceConnection(state, { ...event, attempt: 9 } as ConnectionEvent)).toBe(state)
    },
  )

  const { connected, resuming: wasResuming } = states
  const shared: Connection = { status: 'connected', sessions: both, hidden: [] }
  test.each<readonly [string, Connection, ConnectionEvent, Connection | typeof same]>([
    [
      'disconnected alpha hides it',
      shared,
      { ...c, type: 'disconnected', namespace: 'alpha' },
      { ...shared, hidden: ['alpha'] },
    ],
    [
      'disconnected of the last shown one ends it',
      connected,
      { ...c, type: 'disconnected', namespace: 'alpha' },
      idle,
    ],
    [
      'disconnected of a hidden one',
      connected,
      { ...c, type: 'disconnected', namespace: 'beta' },
      same,
    ],
    [
      'disconnected alpha while resuming it alone',
      wasResuming,
      { ...c, type: 'disconnected', namespace: 'alpha' },
      idle,
    ],
    [
      'session-ended alpha',
      shared,
      { ...c, type: 'session-ended', namespace: 'alpha' },
      { ...shared, sessions: [beta] },
    ],
    [
      'session-ended alpha, the last shown',
      connected,
      { ...c, type: 'session-ended', namespace: 'alpha' },
      idle,
    ],
    [
      'session-ended beta, hidden',
      connected,
      { ...c, type: 'session-ended', namespace: 'beta' },
      { ...shared, sessions: [alpha], hidden: [] },
    ],
    [
      'session-ended of another namespace',
      connected,
      { ...c, type: 'session-ended', namespace: 'gamma' },
      same,
    ],
    [
      'session-changed of another namespace',
      connected,
      { ...c, type: 'session-changed', session: session('gamma'), reason: 'chain' },
      same,
    ],
    ['namespaces-revealed with none hidden', shared, { ...c, type: 'namespaces-revealed' }, same],
    [
      'connect-granted with nothing',
      states.connecting,
      { ...c, type: 'connect-granted', attempt: 1, sessions: [] },
      same,
    ],
    [
      'resume-granted with the hidden one only',
      wasResuming,
      { ...c, type: 'resume-granted', attempt: 1, sessions: [beta] },
      idle,
    ],
  ])('behavior: %s', (_, state, event, result) => {
    if (result === same) expect(advanceConnection(state, event)).toBe(state)
    else expect(advanceConnection(state, event)).toEqual(result)
  })

  test('behavior: disconnected alpha while resuming two hides it', () => {
    const two: Connection = { status: 'resuming', attempt: 1, last: { sessions: both, hidden: [] } }
    expect(advanceConnection(two, { ...c, type: 'disconnected', namespace: 'alpha' })).toEqual({
      ...two,
      last: { sessions: both, hidden: ['alpha'] },
    })
  })

  test('behavior: a chosen account outlives a change of chain, not a change of accounts', () => {
    const chosen: Connection = {
      status: 'connected',
      sessions: [session('alpha', ['a1', 'a2'], '1', 'a2')],
      hidden: [],
    }
    const next = session('alpha', ['a1', 'a2'], '2', 'a1')
    const after = (reason: 'chain' | 'accounts' | 'expiry'): Connection =>
      advanceConnection(chosen, { ...c, type: 'session-changed', session: next, reason })
    const selected = (connection: Connection): unknown =>
      'sessions' in connection && connection.sessions[0]?.selected
    expect(selected(after('chain'))).toBe('alpha:2:a2')
    expect(selected(after('expiry'))).toBe('alpha:2:a2')
    expect(selected(after('accounts'))).toBe('alpha:2:a1')
  })
})

describe('heldNamespaces', () => {
  test('default', () => {
    expect(Object.values(states).map(heldNamespaces)).toEqual([[], [], ['alpha'], ['alpha'], []])
    expect(heldNamespaces(undefined)).toEqual([])
  })
})

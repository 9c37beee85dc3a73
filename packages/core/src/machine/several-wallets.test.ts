import { describe, expect, test } from 'vitest'
import { session, wallet } from '../../test/fake-parts.ts'
import type { ConnectionEvent, KitEvent } from './event.ts'
import { reduceChoice } from './reduce-choice.ts'
import type { State } from './state.ts'

const wallets = {
  u: wallet('u', ['alpha']),
  v: wallet('v', ['alpha']),
  w: wallet('w', ['alpha']),
  both: wallet('both', ['alpha', 'beta']),
}
type Id = keyof typeof wallets
const state: State = {
  connectors: wallets,
  connections: {},
  active: {},
  namespace: 'alpha',
  chains: {},
  transactions: {},
  recent: [],
  features: { multiWallet: true },
  signIn: { status: 'signed-out' },
}
const sessionsOf = (id: Id) => wallets[id].namespaces.map((one) => session(one))
const connected = (id: Id): readonly KitEvent[] => [
  { type: 'connect-started', connector: id, attempt: 1 },
  { type: 'connect-granted', connector: id, attempt: 1, sessions: sessionsOf(id) },
]
const resuming = (id: Id): KitEvent => ({
  type: 'resume-started',
  connector: id,
  attempt: 2,
  last: { sessions: sessionsOf(id), hidden: [] },
})
const resumed = (id: Id): KitEvent => ({
  type: 'resume-granted',
  connector: id,
  attempt: 2,
  sessions: sessionsOf(id),
})
const dead = (id: Id): KitEvent => ({
  type: 'resume-failed',
  connector: id,
  attempt: 2,
  error: { code: 'resume-failed' },
})
const selected = (connector: Id, namespace = 'alpha'): KitEvent => ({
  type: 'wallet-selected',
  connector,
  namespace,
})
const ended = (connector: Id, namespace?: string): ConnectionEvent => ({
  type: 'disconnected',
  connector,
  ...(namespace !== undefined && { namespace }),
})
const chosen = (active: Record<string, string>): KitEvent => ({
  type: 'restored',
  chains: {},
  recent: [],
  transactions: [],
  active,
})

/**
 * Each row has a title, the events, the connector that is then active in each namespace, and all
 * connections in their order.
 */
const rows: readonly (readonly [
  string,
  readonly KitEvent[],
  Readonly<Record<string, string>>,
  readonly string[],
])[] = [
  [
    'a second wallet stands beside the first, and is active',
    [...connected('w'), ...connected('v')],
    { alpha: 'v' },
    ['v', 'w'],
  ],
  [
    'one that holds two families is active in both',
    [...connected('w'), ...connected('both')],
    { alpha: 'both', beta: 'both' },
    ['both', 'w'],
  ],
  [
    'a switch moves one family alone',
    [...connected('w'), ...connected('both'), selected('w')],
    { alpha: 'w', beta: 'both' },
    ['w', 'both'],
  ],
  [
    'a switch to a wallet without that family changes nothing',
    [...connected('both'), ...connected('w'), selected('w', 'beta')],
    { alpha: 'w', beta: 'both' },
    ['w', 'both'],
  ],
  [
    'a switch to a wallet that resumes changes nothing',
    [resuming('w'), resuming('v'), resumed('w'), selected('v')],
    { alpha: 'w' },
    ['w', 'v'],
  ],
  ['a switch to nobody changes nothing', [...connected('w'), selected('u')], { alpha: 'w' }, ['w']],
  [
    'the removed active one is followed by the one used last',
    [...connected('u'), ...connected('v'), ...connected('w'), ended('w')],
    { alpha: 'v' },
    ['v', 'u'],
  ],
  [
    'used last is who was switched to last',
    [...connected('u'), ...connected('v'), ...connected('w'), selected('u'), ended('u')],
    { alpha: 'w' },
    ['w', 'v'],
  ],
  [
    'removing one that is not active changes nothing else',
    [...connected('u'), ...connected('v'), ended('u')],
    { alpha: 'v' },
    ['v'],
  ],
  [
    'a family that is removed alone is handed over alone',
    [...connected('w'), ...connected('both'), ended('both', 'alpha')],
    { alpha: 'w', beta: 'both' },
    ['both', 'w'],
  ],
  [
    'an active wallet that ends by itself is followed, too',
    [...connected('v'), ...connected('w'), { type: 'session-ended', connector: 'w' }],
    { alpha: 'v' },
    ['v'],
  ],
  [
    'an active wallet that vanishes is followed, too',
    [...connected('v'), ...connected('w'), { type: 'connector-lost', connector: 'w' }],
    { alpha: 'v' },
    ['v'],
  ],
  [
    'an event of another wallet leaves the active one',
    [
      ...connected('v'),
      ...connected('w'),
      {
        type: 'session-changed',
        connector: 'v',
        session: session('alpha', ['a2'], '2'),
        reason: 'chain',
      },
    ],
    { alpha: 'w' },
    ['w', 'v'],
  ],
  [
    'while one resumes, the active one is not replaced by another that was faster',
    [resuming('w'), resuming('v'), resumed('v')],
    { alpha: 'w' },
    ['w', 'v'],
  ],
  [
    'one that does not come back is followed by one that did',
    [resuming('w'), resuming('v'), resuming('u'), resumed('u'), dead('w')],
    { alpha: 'u' },
    ['v', 'u'],
  ],
  [
    'where none came back yet, by the first that may',
    [resuming('w'), resuming('v'), resuming('u'), dead('w')],
    { alpha: 'v' },
    ['v', 'u'],
  ],
  [
    'the stored choice is restored while all resume',
    [resuming('both'), resuming('w'), chosen({ alpha: 'w', beta: 'both' })],
    { alpha: 'w', beta: 'both' },
    ['both', 'w'],
  ],
  [
    'a stored choice of a wallet that is gone, or never had the family, is none',
    [resuming('both'), resuming('w'), chosen({ alpha: 'u', beta: 'w' })],
    { alpha: 'both', beta: 'both' },
    ['both', 'w'],
  ],
  [
    'a grant while another resumes is active',
    [resuming('w'), ...connected('v'), resumed('w')],
    { alpha: 'v' },
    ['v', 'w'],
  ],
]

describe('reduceChoice', () => {
  test.each(rows)('behavior: several wallets: %s', (_, events, active, order) => {
    const after = events.reduce(reduceChoice, state)
    expect(after.active).toEqual(active)
    expect(Object.keys(after.connections)).toEqual(order)
  })

  test('behavior: without the feature the next wallet takes the place, whichever state the first is in', () => {
    const single = { ...state, features: {} }
    const connections = (...events: readonly KitEvent[]) =>
      events.reduce(reduceChoice, single).connections
    expect(Object.keys(connections(...connected('w'), ...connected('v')))).toEqual(['v'])
    expect(Object.keys(connections(resuming('w'), ...connected('v')))).toEqual(['v'])
    expect(Object.keys(connections(...connected('w'), resuming('v'), resumed('v')))).toEqual(['w'])
  })

  test('behavior: what was stored while the feature was on is all resumed when it is off, until the next grant', () => {
    const single = { ...state, features: {} }
    const events = [resuming('w'), resuming('v'), resumed('v'), resumed('w')]
    const after = events.reduce(reduceChoice, single)
    expect(after.active).toEqual({ alpha: 'w' })
    expect(Object.keys(after.connections)).toEqual(['w', 'v'])
    const replaced = connected('u').reduce(reduceChoice, after)
    expect(Object.keys(replaced.connections)).toEqual(['u'])
  })

  test('behavior: the wallets used last are remembered', () => {
    const recent = Array.from({ length: 12 }, (_, i) => ({ id: `r${i}`, name: `R${i}` }))
    const after = reduceChoice(state, { type: 'recent-changed', recent })
    expect(after.recent).toEqual(recent.slice(0, 8))
  })
})

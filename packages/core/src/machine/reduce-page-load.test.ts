import { describe, expect, test } from 'vitest'
import { session } from '../../test/fake-parts.ts'
import type { KitEvent } from './event.ts'
import { reduceConnection } from './reduce-connection.ts'
import { reducePageLoad } from './reduce-page-load.ts'
import type { State } from './state.ts'

const empty: State = {
  connectors: {},
  connections: {},
  active: {},
  namespace: 'alpha',
  chains: {},
  transactions: {},
  recent: [],
  features: {},
  signIn: { status: 'signed-out' },
}
const last = (hidden: readonly string[] = []) => ({
  sessions: [session('alpha'), session('beta')],
  hidden,
})
const started = (connector: string, hidden?: readonly string[]): KitEvent => ({
  type: 'resume-started',
  connector,
  attempt: 1,
  last: last(hidden),
})
const failed = (attempt: number): KitEvent => ({
  type: 'resume-failed',
  connector: 'a',
  attempt,
  error: { code: 'connector-gone' },
})

describe('reducePageLoad', () => {
  test('behavior: what a page load does before the machine has come is what the machine would have done', () => {
    const walks: readonly (readonly KitEvent[])[] = [
      [started('a')],
      [started('a'), started('b')],
      [started('a', ['alpha'])],
      [started('a', ['alpha', 'beta'])],
      [started('a'), failed(1)],
      [failed(1)],
    ]
    for (const walk of walks) {
      const early = walk.reduce(reducePageLoad, empty)
      const late = walk.reduce(reduceConnection, empty)
      expect({ ...early, namespace: '' }).toEqual({ ...late, namespace: '' })
    }
    expect(reducePageLoad(empty, started('a')).connections.a?.status).toBe('resuming')
    expect([started('a'), failed(1)].reduce(reducePageLoad, empty).connections).toEqual({})
  })
})

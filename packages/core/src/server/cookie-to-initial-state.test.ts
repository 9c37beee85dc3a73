import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adapter, session, wallet } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from '../machine/get-account.ts'
import { cookieToInitialState } from './cookie-to-initial-state.ts'
import { showInitialState } from './show-initial-state.ts'

const kit = createKit({
  adapters: [adapter('alpha', [wallet('w')]), adapter('beta', [])],
  storage: null,
})
const connection = (...sessions: unknown[]) => ({ connector: 'w', sessions, hidden: [] })

/** The header of a browser with these cookies among others. */
function header(cookies: Readonly<Record<string, unknown>>): string {
  const ours = Object.entries(cookies).map(
    ([name, value]) => `latchkey.default.v1.${name}=${encodeURIComponent(JSON.stringify(value))}`,
  )
  return ['theme=dark', ...ours, 'sid=a=b'].join('; ')
}

describe('cookieToInitialState', () => {
  test('default: who is connected, and the family that was shown', () => {
    const sessions = [session('alpha'), session('beta', ['a9'])]
    const cookies = header({
      connections: [connection(...sessions)],
      active: { namespace: 'beta' },
    })
    const initial = cookieToInitialState(kit, cookies)
    expect(initial).toEqual({
      connections: [{ connector: 'w', last: { sessions, hidden: [] } }],
      namespace: 'beta',
    })
    if (!initial) throw new Error('nobody')
    // It must survive the way from the server to the page.
    expect(JSON.parse(JSON.stringify(initial))).toEqual(initial)
    const shown = { ...kit, getState: () => showInitialState(kit.getState(), initial, false) }
    expect(getAccount(shown)).toMatchObject({ status: 'connected', address: 'a9' })
  })

  test.each([null, undefined, '', 'theme=dark', 7 as never])(
    'parameters: cookies %o: nobody',
    (cookies) => {
      expect(cookieToInitialState(kit, cookies)).toBeUndefined()
    },
  )

  test('behavior: nobody where connections are not resumed, and in a kit of another name', () => {
    const cookies = header({ connections: [connection(session('alpha'))] })
    const adapters = [adapter('alpha', [])]
    for (const options of [{ enableReconnect: false }, { id: 'other' }]) {
      const other = createKit({ adapters, storage: null, ...options })
      expect(cookieToInitialState(other, cookies)).toBeUndefined()
    }
  })

  test.each<readonly [string, unknown]>([
    ['a family that the kit lacks', [connection(session('gamma'))]],
    ['an account that is none', [connection({ ...session('alpha'), selected: 'alpha:1:a5' })]],
    ['a session that is over', [connection({ ...session('alpha'), expiresAt: Date.now() - 1 })]],
    ['a family that is hidden', [{ ...connection(session('alpha')), hidden: ['alpha'] }]],
    ['another shape', { connector: 'w' }],
    ['an endless connector', [{ ...connection(session('alpha')), connector: 'w'.repeat(201) }]],
  ])('behavior: %s is left out', (_, connections) => {
    expect(cookieToInitialState(kit, header({ connections }))).toBeUndefined()
  })

  test('behavior: nothing else of a cookie is passed on', () => {
    const foreign = { ...session('alpha'), peer: { name: '<b>' }, secret: 'x', expiresAt: 9e15 }
    const cookies = header({ connections: [connection(foreign)], active: { namespace: 'gamma' } })
    expect(cookieToInitialState(kit, cookies)).toEqual({
      connections: [
        {
          connector: 'w',
          last: { sessions: [{ ...session('alpha'), expiresAt: 9e15 }], hidden: [] },
        },
      ],
    })
  })

  test('behavior: a header beyond all bounds, broken escapes and broken JSON are nobody', () => {
    const good = header({ connections: [connection(session('alpha'))] })
    expect(cookieToInitialState(kit, `${good}; x=${'x'.repeat(65_536)}`)).toBeUndefined()
    for (const value of ['%', '%7B', '', '=', '%00', 'null', '1']) {
      expect(cookieToInitialState(kit, `latchkey.default.v1.connections=${value}`)).toBeUndefined()
    }
  })

  test('property: no cookie makes it throw, or show an account of another shape', () => {
    const anything = fc.jsonValue()
    const almost = fc.record({
      connector: fc.oneof(fc.string(), fc.constantFrom('w', '__proto__', 'constructor')),
      sessions: fc.array(
        fc.oneof(
          anything,
          fc.record({
            namespace: fc.constantFrom('alpha', 'beta', 'gamma', '__proto__'),
            chains: fc.oneof(anything, fc.constant([])),
            accounts: fc.oneof(anything, fc.constant([{ account: 'alpha:1:a1', type: 'eoa' }])),
            selected: fc.constantFrom('alpha:1:a1', 'alpha:1:a2', 7),
          }),
        ),
      ),
      hidden: fc.oneof(anything, fc.constant([])),
    })
    fc.assert(
      fc.property(fc.oneof(anything, fc.array(almost)), anything, (connections, active) => {
        const initial = cookieToInitialState(kit, header({ connections, active }))
        if (!initial) return
        const state = showInitialState(kit.getState(), initial, false)
        const { status, address } = getAccount({ ...kit, getState: () => state })
        if (status === 'connected') expect(address).toBe('a1')
      }),
    )
  })
})

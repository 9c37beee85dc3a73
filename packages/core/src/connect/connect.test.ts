import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { adapter, deferred, raw, session, storage, wallet } from '../../test/fake-parts.ts'
import { challenge, fakeSignInServer } from '../../test/fake-sign-in.ts'
import type { Grant } from '../contract/session.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from '../machine/get-account.ts'
import { getConnection } from '../machine/get-connection.ts'
import type { Kit } from '../machine/kit.ts'
import { connect } from './connect.ts'

function setUp(
  ids: readonly string[] = ['w'],
  more: Partial<Parameters<typeof createKit>[0]> = {},
) {
  const wallets = ids.map((id) => wallet(id))
  const store = storage()
  const kit = createKit({ adapters: [adapter('alpha', wallets)], storage: store, ...more })
  kit.subscribe(() => undefined)
  return { kit, store, wallets, first: wallets[0]! }
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )
const status = (kit: Kit, connector: string): string => getConnection(kit, { connector }).status

describe('connect', () => {
  test('default', async () => {
    const { kit, first, store } = setUp()
    const views = await connect(kit, { connector: 'w' })
    expect(views).toEqual([getAccount(kit)])
    expect(getAccount(kit)).toMatchObject({
      status: 'connected',
      account: 'alpha:1:a1',
      address: 'a1',
      chain: 'alpha:1',
    })
    expect(first.asked[0]).toMatchObject({
      silent: false,
      chains: [{ id: 'alpha:1' }, { id: 'alpha:2' }],
    })
    // What writes comes after the first question.
    await vi.dynamicImportSettled()
    expect([...store.entries.keys()].sort()).toEqual([
      'latchkey.default.v1.connections',
      'latchkey.default.v1.recent',
    ])
    expect(kit.getState().recent).toEqual([{ id: 'w', name: 'w' }])
  })

  test('parameters: chains', async () => {
    const { kit, first } = setUp()
    await connect(kit, { connector: 'w', chains: ['alpha:2'] })
    expect(first.asked[0]?.chains.map(({ id }) => id)).toEqual(['alpha:2'])
  })

  test('parameters: signal', async () => {
    const { kit, first } = setUp()
    const late = deferred<Grant>()
    first.answer = () => late.promise
    const controller = new AbortController()
    const asked = codeOf(connect(kit, { connector: 'w', signal: controller.signal }))
    expect(status(kit, 'w')).toBe('connecting')
    controller.abort()
    expect(await asked).toBe('aborted')
    expect(status(kit, 'w')).toBe('idle')
    expect(first.asked[0]?.signal.aborted).toBe(true)
    late.resolve({ sessions: [session('alpha')] })
    await vi.waitFor(() => expect(status(kit, 'w')).toBe('idle'))
    first.answer = async () => ({ sessions: [session('alpha', ['a2'])] })
    await connect(kit, { connector: 'w' })
    expect(getAccount(kit).address).toBe('a2')
  })

  test('parameters: signIn', async () => {
    const provider = fakeSignInServer()
    const { kit, first } = setUp(['w'], { signIn: { provider } })
    const proof = { account: 'alpha:1:a1', message: 'abcdefgh1', signature: 's' } as const
    first.answer = async () => ({ sessions: [session('alpha')], proofs: [proof] })
    await connect(kit, { connector: 'w', signIn: true })
    expect(first.asked[0]?.signIn).toEqual(challenge)
    expect(provider.proofs).toEqual([proof])
  })

  test.each([
    ['user-rejected', 'connection-rejected'],
    ['rpc-resource-unavailable', 'connection-pending'],
    ['unknown', 'connection-failed'],
    ['wallet-unauthorized', 'wallet-unauthorized'],
  ] as const)('behavior: %s becomes %s', async (code, seen) => {
    const { kit, first } = setUp()
    first.answer = () => Promise.reject(raw(code))
    expect(await codeOf(connect(kit, { connector: 'w' }))).toBe(seen)
    expect(getConnection(kit, { connector: 'w' })).toEqual({
      status: 'failed',
      error: { code: seen, detail: `raw ${code}` },
    })
    first.answer = async () => ({ sessions: [session('alpha')] })
    await connect(kit, { connector: 'w' })
    expect(getAccount(kit).status).toBe('connected')
  })

  test('behavior: unknown connectors are named so, inherited names too', async () => {
    const { kit } = setUp()
    expect(await codeOf(connect(kit, { connector: 'x' }))).toBe('connector-not-found')
    expect(await codeOf(connect(kit, { connector: 'constructor' }))).toBe('connector-not-found')
  })

  const good = session('alpha')
  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['no sessions', { sessions: [] }],
    ['another namespace', { sessions: [session('beta')] }],
    ['one namespace twice', { sessions: [good, good] }],
    ['no accounts', { sessions: [{ ...good, accounts: [] }] }],
    ['a bad address', { sessions: [session('alpha', ['<b>'])] }],
    ['an invalid address', { sessions: [session('alpha', ['zz'])] }],
    ['accounts of another namespace', { sessions: [{ ...session('beta'), namespace: 'alpha' }] }],
    ['a selection that is not granted', { sessions: [{ ...good, selected: 'alpha:1:a9' }] }],
    ['chains that are none', { sessions: [{ ...good, chains: ['x'] }] }],
  ])('behavior: a grant with %s is refused whole', async (_, grant) => {
    const { kit, first, store } = setUp()
    first.answer = async () => grant as Grant
    expect(await codeOf(connect(kit, { connector: 'w' }))).toBe('wallet-answer-invalid')
    expect(kit.getState().active).toEqual({})
    expect(store.entries.size).toBe(0)
  })

  test('behavior: a second wallet takes the place of the first, which is told', async () => {
    const { kit, wallets } = setUp(['w', 'v'])
    await connect(kit, { connector: 'w' })
    await connect(kit, { connector: 'v' })
    expect(kit.getState().active).toEqual({ alpha: 'v' })
    expect(status(kit, 'w')).toBe('idle')
    expect(wallets[0]?.disconnects).toHaveLength(1)
    expect(wallets[0]?.listeners.size).toBe(0)
    expect(kit.getState().recent.map(({ id }) => id)).toEqual(['v', 'w'])
  })

  test('behavior: a failure leaves what was connected', async () => {
    const { kit, wallets } = setUp(['w', 'v'])
    await connect(kit, { connector: 'w' })
    wallets[1]!.answer = () => Promise.reject(raw('user-rejected'))
    expect(await codeOf(connect(kit, { connector: 'v' }))).toBe('connection-rejected')
    expect(getAccount(kit)).toMatchObject({ status: 'connected', connectorId: 'w' })
    expect(wallets[0]?.disconnects).toEqual([])
  })

  test('behavior: asking another wallet takes the first question back', async () => {
    const { kit, wallets } = setUp(['w', 'v'])
    const late = deferred<Grant>()
    wallets[0]!.answer = () => late.promise
    const asked = codeOf(connect(kit, { connector: 'w' }))
    await connect(kit, { connector: 'v' })
    expect(await asked).toBe('aborted')
    late.resolve({ sessions: [session('alpha', ['a9'])] })
    await Promise.resolve()
    expect(getAccount(kit)).toMatchObject({ connectorId: 'v', address: 'a1' })
  })

  test('behavior: a double click counts once', async () => {
    const { kit, first } = setUp()
    const answers = [deferred<Grant>(), deferred<Grant>()]
    first.answer = () => answers[first.asked.length - 1]!.promise
    const one = codeOf(connect(kit, { connector: 'w' }))
    const two = codeOf(connect(kit, { connector: 'w' }))
    answers[0]!.resolve({ sessions: [session('alpha', ['a1'])] })
    expect(await one).toBe('aborted')
    answers[1]!.resolve({ sessions: [session('alpha', ['a2'])] })
    expect(await two).toBe('resolved')
    expect(getAccount(kit).address).toBe('a2')
  })

  test('behavior: several namespaces in one event, or none', async () => {
    const two = wallet('wc', ['alpha', 'beta'])
    const kit = createKit({ adapters: [adapter('alpha', [two]), adapter('beta')], storage: null })
    kit.subscribe(() => undefined)
    const changes: string[] = []
    kit.watch((event) => changes.push(event.type))
    const views = await connect(kit, { connector: 'wc' })
    expect(views.map(({ namespace }) => namespace)).toEqual(['alpha', 'beta'])
    expect(changes.filter((type) => type === 'connect-granted')).toHaveLength(1)
  })

  test('behavior: what the wallet tells afterwards counts; what it makes up ends the session', async () => {
    const { kit, first } = setUp()
    await connect(kit, { connector: 'w' })
    first.emit({ type: 'session', session: session('alpha', ['a2'], '7'), reason: 'chain' })
    expect(getAccount(kit)).toMatchObject({
      address: 'a2',
      chain: 'alpha:7',
      isChainSupported: false,
    })
    first.emit({
      type: 'session',
      session: { ...session('alpha'), accounts: [] },
      reason: 'accounts',
    })
    expect(getAccount(kit).status).toBe('disconnected')
    expect(first.listeners.size).toBe(0)
  })

  test('behavior: a quiet question fails quietly', async () => {
    const { kit, first } = setUp()
    first.answer = () => Promise.reject(new LatchkeyError('resume-failed'))
    expect(await codeOf(connect(kit, { connector: 'w', silent: true }))).toBe('resume-failed')
    expect(status(kit, 'w')).toBe('idle')
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter, deferred, raw, session, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import type { Connector } from '../contract/connector.ts'
import type { Grant, Session } from '../contract/session.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'

const kept = [{ connector: 'w', sessions: [session('alpha')], hidden: [] }]
function setUp(wallets: Connector[], entries: Record<string, unknown> = { connections: kept }) {
  const alpha = adapter('alpha', wallets)
  const store = storage(entries)
  const kit = createKit({ adapters: [alpha], storage: store })
  return {
    kit,
    alpha,
    store,
    announce: (found: Connector) => [...alpha.found].map((report) => report(found)),
  }
}
async function settle(): Promise<void> {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('resume', () => {
  test('default: says so at once, then is connected without a prompt or a write', async () => {
    const w = wallet('w')
    const { kit, store } = setUp([w])
    kit.subscribe(() => undefined)
    expect(getAccount(kit)).toMatchObject({ status: 'reconnecting', connectorId: 'w' })
    expect(getAccount(kit).account).toBeUndefined()
    await settle()
    expect(getAccount(kit)).toMatchObject({ status: 'connected', address: 'a1' })
    expect(w.asked.map(({ silent, last }) => [silent, last])).toEqual([[true, [session('alpha')]]])
    expect(store.writes).toBe(0)
  })

  test('behavior: a wallet that is late within 2 s, and one that is later', async () => {
    for (const ms of [1900, 5000]) {
      const { kit, announce } = setUp([])
      kit.subscribe(() => undefined)
      await vi.advanceTimersByTimeAsync(ms)
      expect(getAccount(kit).status).toBe(ms < 2000 ? 'reconnecting' : 'disconnected')
      announce(wallet('w'))
      await settle()
      expect(getAccount(kit).status).toBe('connected')
    }
  })

  test('behavior: a late one finds its place taken', async () => {
    const v = wallet('v')
    const { kit, announce } = setUp([v])
    kit.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(2100)
    await connect(kit, { connector: 'v' })
    const w = wallet('w')
    announce(w)
    await settle()
    expect(w.asked).toEqual([])
    expect(kit.getState().active).toEqual({ alpha: 'v' })
  })

  test('behavior: what was chosen meanwhile stands above what was there before', async () => {
    const [w, v] = [wallet('w'), wallet('v')]
    const slow = deferred<Grant>()
    w.answer = () => slow.promise
    const { kit } = setUp([w, v])
    kit.subscribe(() => undefined)
    await settle()
    await connect(kit, { connector: 'v' })
    slow.resolve({ sessions: [session('alpha')] })
    await settle()
    expect(kit.getState().active).toEqual({ alpha: 'v' })
    expect(Object.keys(kit.getState().connections)).toEqual(['v'])
  })

  test.each<readonly [string, () => Promise<Grant>]>([
    ['rejects', () => Promise.reject(raw('unknown'))],
    ['hangs', () => new Promise(() => undefined)],
    ['lies', async () => ({ sessions: [session('beta')] })],
  ])('behavior: a wallet that %s is forgotten quietly', async (_, answer) => {
    const w = wallet('w')
    w.answer = answer
    const { kit, store } = setUp([w])
    kit.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(10_001)
    expect(getAccount(kit).status).toBe('disconnected')
    expect(kit.getState().connections).toEqual({})
    expect([...store.entries.keys()]).toEqual([])
    w.answer = async () => ({ sessions: [session('alpha')] })
    await connect(kit, { connector: 'w' })
    expect(getAccount(kit).status).toBe('connected')
  })

  test('behavior: a wallet that ends while it is asked is waited for no longer, and may come back', async () => {
    const w = wallet('w')
    w.answer = () => new Promise(() => undefined)
    const { kit } = setUp([w])
    kit.subscribe(() => undefined)
    await settle()
    expect(getAccount(kit).status).toBe('reconnecting')
    w.emit({ type: 'end' })
    await settle()
    expect([getAccount(kit).status, w.asked.length, w.listeners.size]).toEqual([
      'disconnected',
      1,
      0,
    ])
    w.answer = async () => ({ sessions: [session('alpha')] })
    await connect(kit, { connector: 'w' })
    expect(getAccount(kit).status).toBe('connected')
  })

  test('behavior: an ambiguous wallet is not asked', async () => {
    const w = wallet('w', ['alpha'], {
      wallet: { name: 'w', keys: [], origin: 'announced', isAmbiguous: true },
    })
    const { kit } = setUp([w])
    kit.subscribe(() => undefined)
    await settle()
    expect(w.asked).toEqual([])
    expect(getAccount(kit).status).toBe('disconnected')
  })

  test('behavior: a wallet that turns out to be ambiguous while it answers is not resumed', async () => {
    const slow = deferred<Grant>()
    const w = wallet('w')
    w.answer = () => slow.promise
    const { kit } = setUp([w])
    kit.subscribe(() => undefined)
    await settle()
    expect(w.asked).toHaveLength(1)
    // Another wallet has announced itself by the same name.
    kit[inside].dispatch({
      type: 'connector-found',
      connector: { ...w, wallet: { ...w.wallet, isAmbiguous: true } },
    })
    slow.resolve({ sessions: [session('alpha')] })
    await settle()
    expect(getAccount(kit).status).toBe('disconnected')
    expect(kit.getState().connections).toEqual({})
  })

  test('behavior: another account than the wallet names first is shown again where the visitor had picked it', async () => {
    const two = session('alpha', ['a1', 'a2'])
    const w = wallet('w')
    w.answer = async () => ({ sessions: [two] })
    const picked = [{ connector: 'w', sessions: [{ ...two, selected: 'alpha:1:a2' }], hidden: [] }]
    const again = async (answer: Session): Promise<string | undefined> => {
      w.answer = async () => ({ sessions: [answer] })
      const kit = createKit({
        adapters: [adapter('alpha', [w])],
        storage: storage({ connections: picked }),
      })
      kit.subscribe(() => undefined)
      await settle()
      return getAccount(kit).address
    }
    expect(await again(two)).toBe('a2')
    expect(await again(session('alpha', ['a1']))).toBe('a1')
    expect(await again(session('alpha', ['a3', 'a2']))).toBe('a2')
  })

  test('behavior: disconnected stays disconnected over a reload', async () => {
    const w = wallet('w')
    const { kit, store } = setUp([w])
    kit.subscribe(() => undefined)
    await settle()
    await disconnect(kit)
    expect(w.disconnects).toEqual([undefined])
    expect([...store.entries]).toEqual([['latchkey.default.v1.disconnected', '["w"]']])
    store.entries.set('latchkey.default.v1.connections', JSON.stringify(kept))
    const again = wallet('w')
    const reloaded = createKit({ adapters: [adapter('alpha', [again])], storage: store })
    reloaded.subscribe(() => undefined)
    await settle()
    expect(again.asked).toEqual([])
    await connect(reloaded, { connector: 'w' })
    expect(store.entries.has('latchkey.default.v1.disconnected')).toBe(false)
  })

  test.each<readonly [string, string]>([
    ['no JSON', '{'],
    ['another shape', '{"a":1}'],
    ['foreign entries', '[null,1,{"connector":"w","sessions":[{"namespace":"alpha"}]}]'],
    [
      'a lying session',
      JSON.stringify([{ ...kept[0], sessions: [{ ...session('alpha'), selected: 'alpha:1:a5' }] }]),
    ],
    ['something endless', JSON.stringify(['x'.repeat(300_000)])],
  ])('behavior: storage with %s is dropped', async (_, text) => {
    const w = wallet('w')
    const { kit, store } = setUp([w], {})
    for (const name of ['active', 'connections', 'disconnected', 'recent', 'pending']) {
      store.entries.set(`latchkey.default.v1.${name}`, text)
    }
    kit.subscribe(() => undefined)
    await settle()
    expect(w.asked).toEqual([])
    expect(getAccount(kit).status).toBe('disconnected')
  })

  describe('several wallets', () => {
    const stored = (...ids: readonly string[]) =>
      ids.map((id) => ({ connector: id, sessions: [session('alpha', [`a${id}`])], hidden: [] }))
    const make = (id: string) => {
      const made = wallet(id)
      made.answer = async () => ({ sessions: [session('alpha', [`a${id}`])] })
      return made
    }
    function load(wallets: Connector[], more: Record<string, unknown> = {}, isMulti = true) {
      const store = storage({ connections: stored('v', 'w'), ...more })
      const alpha = adapter('alpha', wallets)
      const features = isMulti ? { multiWallet: true } : {}
      const kit = createKit({ adapters: [alpha], storage: store, features })
      kit.subscribe(() => undefined)
      return { kit, store, alpha }
    }

    test('default: all come back silently, each verified, the chosen one shown', async () => {
      const [v, w] = [make('v'), make('w')]
      const { kit, store } = load([v, w], {
        active: { namespace: 'alpha', chains: {}, connectors: { alpha: 'w' } },
      })
      const shown = new Set<unknown>()
      kit.watch(() => shown.add(getAccount(kit).account))
      await settle()
      expect([v, w].map(({ asked }) => asked.map(({ silent }) => silent))).toEqual([[true], [true]])
      expect(getAccount(kit)).toMatchObject({ connectorId: 'w', status: 'connected' })
      expect(Object.keys(kit.getState().connections)).toEqual(['v', 'w'])
      // The account of the wallet that was not active is never shown meanwhile.
      expect(shown).toEqual(new Set([undefined, 'alpha:1:aw']))
      expect(store.writes).toBe(0)
    })

    test('behavior: without a stored choice, the first that is stored', async () => {
      const { kit } = load([wallet('w'), wallet('v')])
      expect(getAccount(kit)).toMatchObject({ connectorId: 'v', status: 'reconnecting' })
      await settle()
      expect(getAccount(kit)).toMatchObject({ connectorId: 'v', status: 'connected' })
    })

    test.each<readonly [string, () => Promise<Grant>]>([
      ['rejects', () => Promise.reject(raw('unknown'))],
      ['hangs', () => new Promise(() => undefined)],
      ['lies', async () => ({ sessions: [session('beta')] })],
    ])('behavior: one that %s does not hinder the other', async (_, answer) => {
      const [v, w] = [wallet('v'), wallet('w')]
      v.answer = answer
      const { kit, store } = load([v, w])
      await settle()
      expect(kit.getState().connections.w?.status).toBe('connected')
      await vi.advanceTimersByTimeAsync(10_001)
      expect(getAccount(kit)).toMatchObject({ connectorId: 'w', status: 'connected' })
      expect(Object.keys(kit.getState().connections)).toEqual(['w'])
      expect(store.entries.get('latchkey.default.v1.connections')).not.toContain('"v"')
    })

    test('behavior: one that announces itself late comes back beside the other, which stays shown', async () => {
      const w = wallet('w')
      const { kit, alpha } = load([w])
      await vi.advanceTimersByTimeAsync(2100)
      expect(getAccount(kit).connectorId).toBe('w')
      for (const report of alpha.found) {
        report(wallet('v'))
      }
      await settle()
      expect(Object.keys(kit.getState().connections).sort()).toEqual(['v', 'w'])
      expect(getAccount(kit).connectorId).toBe('w')
    })

    test('behavior: one that is locked is handed over, and comes back beside the other', async () => {
      const [v, w] = [wallet('v'), wallet('w')]
      const { kit, store } = load([v, w])
      await settle()
      v.emit({ type: 'end', isLocked: true })
      expect(getAccount(kit).connectorId).toBe('w')
      await settle()
      expect(store.entries.get('latchkey.default.v1.connections')).toContain('"v"')
      v.emit({ type: 'session', session: session('alpha'), reason: 'accounts' })
      await settle()
      expect(kit.getState().connections.v?.status).toBe('connected')
      expect(getAccount(kit).connectorId).toBe('w')
    })

    test('behavior: when the feature is off again, they come back, and the next wallet takes the place of all', async () => {
      const wallets = [wallet('v'), wallet('w'), wallet('u')]
      const { kit } = load(wallets, {}, false)
      await settle()
      expect(Object.keys(kit.getState().connections)).toEqual(['v', 'w'])
      await connect(kit, { connector: 'u' })
      expect(Object.keys(kit.getState().connections)).toEqual(['u'])
      expect(wallets.map(({ disconnects }) => disconnects.length)).toEqual([1, 1, 0])
    })

    test.each([
      ['no record', 'x'],
      ['nothing', null],
      ['a list', ['w']],
      ['foreign names', { constructor: 'w', beta: 'w' }],
      ['a wallet that is not there', { alpha: 'nobody' }],
      ['no text', { alpha: { id: 'w' } }],
    ])('behavior: a stored choice with %s is none', async (_, connectors) => {
      const { kit } = load([wallet('v'), wallet('w')], {
        active: { namespace: 'alpha', chains: {}, connectors },
      })
      await settle()
      expect(getAccount(kit)).toMatchObject({ connectorId: 'v', status: 'connected' })
    })
  })

  test('behavior: ten mounts are one discovery and one resume; leaving ends discovery', async () => {
    const w = wallet('w')
    const { kit, alpha } = setUp([w])
    for (let i = 0; i < 10; i++) {
      kit.subscribe(() => undefined)()
    }
    const stop = kit.subscribe(() => undefined)
    await settle()
    expect([alpha.discoveries, w.asked.length, w.listeners.size]).toEqual([1, 1, 1])
    stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(alpha.found.size).toBe(0)
  })

  test('behavior: a first visit writes nothing', async () => {
    const { kit, store } = setUp([wallet('w')], {})
    kit.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(5000)
    expect(store.writes).toBe(0)
  })
})

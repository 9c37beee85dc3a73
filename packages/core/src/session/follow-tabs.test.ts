import { hasCode } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter, type FakeStorage, session, storage, wallet } from '../../test/fake-parts.ts'
import { switchAccount } from '../account/switch-account.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from '../machine/get-account.ts'
import type { Kit, KitOptions } from '../machine/kit.ts'
import { prepareSend } from '../send/prepare-send.ts'
import { send } from '../send/send.ts'
import { lockedSessionsOf } from '../storage/locked.ts'

/** Tabs share one storage; each is told of what another has written, as a browser does. */
const tabs = new Set<(event: { readonly key: string }) => void>()
beforeEach(() => {
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: never) => type === 'storage' && tabs.add(listener),
  )
  vi.stubGlobal('removeEventListener', (_: string, listener: never) => tabs.delete(listener))
})
afterEach(() => {
  tabs.clear()
  vi.unstubAllGlobals()
})

function tab(shared: FakeStorage, features: KitOptions['features'] = {}) {
  const transfer = vi.fn(async () => ({ hash: '0xh' }))
  const w = wallet('w', ['alpha'], { features: { transfer } })
  const other = wallet('v', ['alpha'])
  w.answer = async () => ({ sessions: [session('alpha', ['a1', 'a2'])] })
  const alpha = adapter('alpha', [w, other])
  const before = new Set(tabs)
  let own: ((event: { readonly key: string }) => void) | undefined
  const tell = (key: string): void => {
    for (const listener of tabs) {
      if (listener !== own) queueMicrotask(() => listener({ key }))
    }
  }
  const kit = createKit({
    adapters: [alpha],
    features,
    storage: {
      getItem: shared.getItem,
      setItem: (key, value) => {
        shared.setItem(key, value)
        tell(key)
      },
      removeItem: (key) => {
        shared.removeItem(key)
        tell(key)
      },
    },
  })
  const stop = kit.subscribe(() => undefined)
  own = [...tabs].find((listener) => !before.has(listener))
  return { kit, w, other, alpha, transfer, stop }
}
const accountOf = (kit: Kit): string | undefined => getAccount(kit).account
const settles = (kit: Kit, account: string | undefined) =>
  vi.waitFor(() => expect(accountOf(kit)).toBe(account))

async function two(features: KitOptions['features'] = {}) {
  const shared = storage()
  const one = tab(shared, features)
  const two = tab(shared, features)
  await connect(one.kit, { connector: 'w' })
  await settles(two.kit, 'alpha:1:a1')
  return { shared, one, two }
}

describe('tabs', () => {
  test('behavior: what one connects the other has, without a prompt', async () => {
    const { two: other } = await two()
    expect(other.w.asked).toHaveLength(1)
    expect(other.w.asked[0]).toMatchObject({ silent: true })
  })

  test('behavior: what one ends is ended in the other, which tells the wallet nothing more', async () => {
    const { one, two: other } = await two()
    await disconnect(one.kit)
    await settles(other.kit, undefined)
    expect(one.w.disconnects).toHaveLength(1)
    expect(other.w.disconnects).toHaveLength(0)
  })

  test('behavior: a wallet that was told of the end, and says so here before the other tab is heard, is not kept as locked', async () => {
    const { shared, one, two: other } = await two()
    // A tab in the background hears late.
    tabs.clear()
    await disconnect(one.kit)
    expect(shared.entries.has('latchkey.default.v1.connections')).toBe(false)
    other.w.emit({ type: 'end', isLocked: true })
    expect(accountOf(other.kit)).toBeUndefined()
    expect(shared.entries.has('latchkey.default.v1.connections')).toBe(false)
    expect(lockedSessionsOf(other.kit).size).toBe(0)
  })

  test('behavior: one that was kept as locked goes from the storage when the other tab is heard', async () => {
    const { shared, one, two: other } = await two()
    const key = 'latchkey.default.v1.connections'
    const listeners = [...tabs]
    tabs.clear()
    other.w.emit({ type: 'end', isLocked: true })
    expect(lockedSessionsOf(other.kit).size).toBe(1)
    const kept = shared.entries.get(key) ?? ''
    await disconnect(one.kit)
    // Tabs are processes: what this one wrote for the locked wallet may come last.
    shared.entries.set(key, kept)
    for (const listener of listeners) {
      listener({ key })
    }
    await vi.waitFor(() => expect(lockedSessionsOf(other.kit).size).toBe(0))
    expect(shared.entries.has(key)).toBe(false)
  })

  test('behavior: another wallet in one takes the place in the other', async () => {
    const { one, two: other } = await two()
    await connect(one.kit, { connector: 'v' })
    await vi.waitFor(() =>
      expect(getAccount(other.kit)).toMatchObject({ connectorId: 'v', status: 'connected' }),
    )
  })

  test('behavior: connected, ended and connected again is followed each time', async () => {
    const { one, two: other } = await two()
    for (let turn = 0; turn < 2; turn++) {
      await disconnect(one.kit)
      await settles(other.kit, undefined)
      await connect(one.kit, { connector: 'w' })
      await settles(other.kit, 'alpha:1:a1')
    }
  })

  test('behavior: the account picked in one is picked in the other, and after a reload', async () => {
    const { shared, one, two: other } = await two()
    await switchAccount(one.kit, { account: 'alpha:1:a2' })
    await settles(other.kit, 'alpha:1:a2')
    const reloaded = tab(shared)
    await settles(reloaded.kit, 'alpha:1:a2')
  })

  test('behavior: an account that only the wallet can tell is asked of the wallet, silently', async () => {
    const { one, two: other } = await two()
    const moved = session('alpha', ['a1', 'a2'], '2')
    for (const { w } of [one, other]) {
      w.answer = async () => ({ sessions: [moved] })
    }
    one.w.emit({ type: 'session', session: moved, reason: 'chain' })
    await settles(other.kit, 'alpha:2:a1')
    expect(other.w.asked.at(-1)).toMatchObject({ silent: true })
  })

  test('behavior: nothing is sent through a connection that another tab has ended, even before that is heard', async () => {
    const { one, two: other } = await two()
    const asset = other.alpha.nativeAsset(other.alpha.chains[0]!)
    const { transaction } = await prepareSend(other.kit, { asset, amount: 1n, to: 'a5' })
    // A tab in the background hears late.
    tabs.clear()
    await disconnect(one.kit)
    expect(accountOf(other.kit)).toBe('alpha:1:a1')
    const failed = await send(other.kit, { id: transaction.id }).catch((error: unknown) => error)
    expect(hasCode(failed, 'not-connected')).toBe(true)
    expect(other.transfer).not.toHaveBeenCalled()
    expect(other.kit.getState().transactions[transaction.id]?.status).toBe('draft')
  })

  test('behavior: a tab whose wallet answers nothing there takes nothing from the others, and they do not go on for ever', async () => {
    const shared = storage()
    const one = tab(shared)
    const other = tab(shared)
    other.w.answer = () => Promise.reject(new Error('not in this tab'))
    await connect(one.kit, { connector: 'w' })
    await vi.waitFor(() => expect(other.w.asked).toHaveLength(1))
    await vi.waitFor(() =>
      expect(shared.entries.get('latchkey.default.v1.connections')).toContain('alpha:1:a1'),
    )
    const { writes } = shared
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(accountOf(other.kit)).toBeUndefined()
    expect(shared.entries.get('latchkey.default.v1.connections')).toContain('alpha:1:a1')
    expect(shared.writes - writes).toBeLessThan(4)
    expect(other.w.asked).toHaveLength(1)
  })

  test('behavior: what one has sent settles in the other, and is not lost when that one writes', async () => {
    const { shared, one, two: other } = await two()
    const asset = one.alpha.nativeAsset(one.alpha.chains[0]!)
    const { transaction } = await prepareSend(one.kit, { asset, amount: 1n, to: 'a5' })
    await send(one.kit, { id: transaction.id })
    await vi.waitFor(() =>
      expect(other.kit.getState().transactions[transaction.id]?.status).toBe('submitted'),
    )
    const second = await prepareSend(other.kit, { asset, amount: 2n, to: 'a5' })
    await send(other.kit, { id: second.transaction.id })
    const kept = JSON.parse(shared.entries.get('latchkey.default.v1.pending') ?? '[]') as {
      readonly id: string
    }[]
    expect(kept.map(({ id }) => id).sort()).toEqual([transaction.id, second.transaction.id].sort())
  })

  describe('several wallets', () => {
    const several = { multiWallet: true }
    const activeOf = (kit: Kit) => getAccount(kit).connectorId
    const follows = (kit: Kit, connector: string) =>
      vi.waitFor(() => {
        expect(getAccount(kit)).toMatchObject({ connectorId: connector, status: 'connected' })
      })

    test('behavior: a wallet that is added, switched to or removed in one is so in the other', async () => {
      const { one, two: other } = await two(several)
      await connect(one.kit, { connector: 'v' })
      await follows(other.kit, 'v')
      expect(Object.keys(other.kit.getState().connections).sort()).toEqual(['v', 'w'])
      await switchAccount(one.kit, { connector: 'w', account: 'alpha:1:a2' })
      await settles(other.kit, 'alpha:1:a2')
      await switchAccount(other.kit, { connector: 'v', account: 'alpha:1:a1' })
      await follows(one.kit, 'v')
      await disconnect(one.kit, { connector: 'v' })
      await follows(other.kit, 'w')
      expect(other.other.disconnects).toEqual([])
      for (const { w } of [one, other]) {
        expect(w.asked.filter(({ silent }) => !silent).length).toBe(w === one.w ? 1 : 0)
      }
    })

    test('behavior: a tab in which a wallet does not come back shows another, and no tab follows it', async () => {
      const { shared, one } = await two(several)
      await connect(one.kit, { connector: 'v' })
      await vi.waitFor(() =>
        expect(shared.entries.get('latchkey.default.v1.active')).toContain('"v"'),
      )
      const late = tab(shared, several)
      late.other.answer = () => Promise.reject(new Error('not in this tab'))
      await follows(late.kit, 'w')
      // A write of this tab for another reason, here a sent transaction, makes the first tab read
      // storage again.
      const asset = late.alpha.nativeAsset(late.alpha.chains[0]!)
      const { transaction } = await prepareSend(late.kit, { asset, amount: 1n, to: 'a5' })
      await send(late.kit, { id: transaction.id })
      await vi.waitFor(() =>
        expect(one.kit.getState().transactions[transaction.id]?.status).toBe('submitted'),
      )
      expect(activeOf(one.kit)).toBe('v')
      expect(activeOf(late.kit)).toBe('w')
      expect(shared.entries.get('latchkey.default.v1.connections')).toContain('"v"')
    })
  })

  test('behavior: without subscribers nothing is heard', async () => {
    const { stop } = tab(storage())
    expect(tabs.size).toBe(1)
    vi.useFakeTimers()
    stop()
    vi.advanceTimersByTime(2000)
    vi.useRealTimers()
    expect(tabs.size).toBe(0)
  })
})

import type { RemoteSession } from '@latchkey/core'
import { mockRelay } from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { smallPage } from '../../test/small-page.ts'
import { account, granted, smallWallet } from '../../test/small-wallet.ts'

afterEach(() => void vi.useRealTimers())

const address = account.slice('eip155:1:'.length)
const other = `0x${'cd'.repeat(20)}`

async function setUp(settlement: Record<string, unknown> = {}) {
  const relay = mockRelay()
  const shop = await smallPage([relay])
  const wallet = await smallWallet({ url: shop.urls[0] ?? '', WebSocket: relay.WebSocket })
  const { outcome, uri } = shop.start()
  const side = await wallet.approve(await wallet.pair(await uri), settlement)
  const { session } = await outcome
  await side.settled
  const events: Parameters<Parameters<RemoteSession['watch']>[0]>[0][] = []
  session.watch((event) => events.push(event))
  const reload = async () => (await (await shop.load()).restore(new AbortController().signal))[0]
  return { relay, shop, wallet, side, session, events, reload }
}

describe('openSession', () => {
  test('default', async () => {
    const { session, wallet } = await setUp()
    const asked = session.request('eip155:1', 'personal_sign', ['0x68656c6c6f', address])
    const incoming = await wallet.next('wc_sessionRequest')
    expect(incoming.params).toEqual({
      request: {
        method: 'personal_sign',
        params: ['0x68656c6c6f', address],
        expiryTimestamp: expect.any(Number),
      },
      chainId: 'eip155:1',
    })
    const { request } = incoming.params as { request: { expiryTimestamp: number } }
    expect(request.expiryTimestamp * 1000 - Date.now()).toBeGreaterThan(290_000)
    await wallet.answer(incoming, '0x1')
    expect(await asked).toBe('0x1')
  })

  test('behavior: errors keep what the wallet said, protocol codes have names', async () => {
    const { session, wallet } = await setUp()
    for (const [error, expected] of [
      [
        { code: 4001, message: 'no' },
        { code: 4001, message: 'no' },
      ],
      [{}, {}],
      [{ code: 5000, message: 'no' }, expect.objectContaining({ code: 'user-rejected' })],
      [{ code: 3001 }, expect.objectContaining({ code: 'request-unauthorized' })],
      [{ code: 8000 }, expect.objectContaining({ code: 'request-expired' })],
    ] as const) {
      const asked = session.request('eip155:1', 'personal_sign', [])
      asked.catch(() => undefined)
      await wallet.refuse(await wallet.next('wc_sessionRequest'), error)
      await expect(asked).rejects.toEqual(expected)
    }
  })

  test('behavior: what was not granted is not sent', async () => {
    const { session, relay } = await setUp()
    const before = relay.methods().length
    for (const [chain, method] of [
      ['eip155:1', 'eth_sign'],
      ['eip155:137', 'personal_sign'],
      ['solana:1', 'personal_sign'],
      ['eip155:1', 'wallet_watchAsset'],
    ] as const) {
      await expect(session.request(chain, method, [])).rejects.toMatchObject({
        code: 'request-unauthorized',
      })
    }
    expect(relay.methods()).toHaveLength(before)
  })

  test('parameters: signal', async () => {
    const { session, wallet } = await setUp()
    const stop = new AbortController()
    const asked = session.request('eip155:1', 'personal_sign', [], { signal: stop.signal })
    asked.catch(() => undefined)
    const incoming = await wallet.next('wc_sessionRequest')
    stop.abort()
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    await wallet.answer(incoming, 'late')
    await expect(
      session.request('eip155:1', 'personal_sign', [], { signal: stop.signal }),
    ).rejects.toMatchObject({
      code: 'aborted',
    })
  })

  test('behavior: a request nobody answers expires', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { session, wallet } = await setUp()
    const code = session.request('eip155:1', 'personal_sign', []).catch((error) => error.code)
    await wallet.next('wc_sessionRequest')
    await vi.advanceTimersByTimeAsync(300_000)
    expect(await code).toBe('request-expired')
  })

  test('behavior: a socket lost between request and answer', async () => {
    const { session, wallet, relay } = await setUp()
    const asked = session.request('eip155:1', 'personal_sign', [])
    const incoming = await wallet.next('wc_sessionRequest')
    relay.cut()
    await wallet.answer(incoming, '0x1')
    expect(await asked).toBe('0x1')
  })

  test('behavior: accounts: those the wallet names come first, on every chain', async () => {
    const { side, events, reload } = await setUp({
      namespaces: { eip155: { ...granted.eip155, accounts: [account, `eip155:137:${address}`] } },
    })
    await side.emit('accountsChanged', [other])
    const accounts = [`eip155:1:${other}`, `eip155:137:${other}`, account, `eip155:137:${address}`]
    await expect.poll(() => events).toEqual([{ type: 'accounts', namespace: 'eip155', accounts }])
    await expect.poll(async () => (await reload())?.namespaces.eip155?.accounts).toEqual(accounts)
    await side.emit('accountsChanged', [`eip155:1:${address.toUpperCase().replace('0X', '0x')}`])
    await expect.poll(() => events).toHaveLength(2)
    expect(events[1]).toMatchObject({ accounts: { length: 4 } })
    for (const nonsense of [[], [1], 'all', null, ['solana:1:abc']]) {
      await side.emit('accountsChanged', nonsense)
    }
    await side.emit('accountsChanged', [other], 'solana:1')
    await side.ask('wc_sessionPing', {})
    expect(events).toHaveLength(2)
  })

  test('behavior: chain: number, hex, CAIP-2', async () => {
    const { side, events } = await setUp()
    for (const data of [137, '0x89', 'eip155:137', { chainId: 137 }, '137']) {
      await side.emit('chainChanged', data)
    }
    for (const nonsense of [null, {}, [], 'x y', 1.5, -1, Number.NaN]) {
      await side.emit('chainChanged', nonsense)
    }
    await side.ask('wc_sessionPing', {})
    expect(events).toEqual(Array(5).fill({ type: 'chain', chain: 'eip155:137' }))
  })

  test("behavior: a chain family's own events and session properties are handed on", async () => {
    const { side, session, events, reload } = await setUp({
      sessionProperties: { eip155_told: '{"a":1}' },
    })
    await side.emit('eip155_told', { a: 1 })
    await side.emit('eip155_told', { a: 2 }, 'solana:1')
    await side.ask('wc_sessionPing', {})
    expect(events).toEqual([
      { type: 'event', chain: 'eip155:1', name: 'eip155_told', data: { a: 1 } },
    ])
    expect(session.properties).toEqual({ eip155_told: '{"a":1}' })
    expect((await reload())?.properties).toEqual(session.properties)
  })

  test('behavior: an update replaces what was granted, for later pages too', async () => {
    const { side, session, events, reload } = await setUp()
    const accounts = [`eip155:1:${other}`]
    const next = { eip155: { ...granted.eip155, accounts, methods: ['eth_sign'] } }
    expect(await side.ask('wc_sessionUpdate', { namespaces: next })).toBe(true)
    expect(events).toEqual([{ type: 'accounts', namespace: 'eip155', accounts }])
    expect(session.methods).toEqual({ eip155: ['eth_sign'] })
    await expect(session.request('eip155:1', 'personal_sign', [])).rejects.toMatchObject({
      code: 'request-unauthorized',
    })
    await expect(side.ask('wc_sessionUpdate', { namespaces: { eip155: 1 } })).rejects.toMatchObject(
      { code: 1003 },
    )
    await expect(side.ask('wc_sessionUpdate', null)).rejects.toMatchObject({ code: 1003 })
    expect((await reload())?.methods).toEqual({ eip155: ['eth_sign'] })
  })

  test('behavior: a namespace that an update drops has no accounts left', async () => {
    const solana = { accounts: ['solana:main:abc'], methods: ['solana_signMessage'], events: [] }
    const { side, session, events } = await setUp({ namespaces: { ...granted, solana } })
    await side.ask('wc_sessionUpdate', { namespaces: { solana } })
    expect(events).toEqual([{ type: 'accounts', namespace: 'eip155', accounts: [] }])
    expect(Object.keys(session.namespaces)).toEqual(['solana'])
  })

  test('behavior: extended, with and without a date', async () => {
    const soon = Math.floor(Date.now() / 1000) + 1000
    const { side, session, events } = await setUp({ expiry: soon })
    expect(session.expiresAt).toBe(soon * 1000)
    expect(await side.ask('wc_sessionExtend', {})).toBe(true)
    expect(Math.round((session.expiresAt - Date.now()) / 86_400_000)).toBe(7)
    expect(await side.ask('wc_sessionExtend', { expiry: soon + 1000 })).toBe(true)
    expect(session.expiresAt).toBe((soon + 1000) * 1000)
    await expect(side.ask('wc_sessionExtend', { expiry: 1 })).rejects.toMatchObject({ code: 1004 })
    expect(events.map(({ type }) => type)).toEqual(['expiry', 'expiry'])
  })

  test('behavior: pings are answered; requests to the page are not, for they are of other tabs', async () => {
    const { side, relay } = await setUp()
    expect(await side.ask('wc_sessionPing', {})).toBe(true)
    const answers = () => relay.getMailbox(side.topic).filter(({ tag }) => tag === 1109)
    await side.tell('wc_sessionRequest', {
      request: { method: 'personal_sign', params: [] },
      chainId: 'eip155:1',
    })
    await side.ask('wc_sessionPing', {})
    expect(answers()).toEqual([])
  })

  test('behavior: the wallet ends it', async () => {
    const { side, session, events, reload, relay, wallet } = await setUp()
    const asked = session.request('eip155:1', 'personal_sign', [])
    asked.catch(() => undefined)
    await wallet.next('wc_sessionRequest')
    expect(await side.ask('wc_sessionDelete', { code: 6000, message: 'Gone' })).toBe(true)
    expect(events).toEqual([{ type: 'end' }])
    await expect(asked).rejects.toMatchObject({ code: 'session-ended' })
    await expect(session.request('eip155:1', 'personal_sign', [])).rejects.toMatchObject({
      code: 'session-ended',
    })
    await expect.poll(reload).toBeUndefined()
    wallet.close()
    await expect.poll(() => relay.countSockets(), { timeout: 3000 }).toBe(0)
  })

  test('behavior: the page ends it', async () => {
    const { session, reload, relay, wallet } = await setUp()
    await session.end()
    expect((await wallet.next('wc_sessionDelete')).params).toEqual({
      code: 6000,
      message: 'User disconnected.',
    })
    expect(await reload()).toBeUndefined()
    await session.end()
    wallet.close()
    await expect.poll(() => relay.countSockets(), { timeout: 3000 }).toBe(0)
  })

  test('behavior: one namespace is hidden, the wallet is told with the last', async () => {
    const solana = { accounts: ['solana:main:abc'], methods: ['solana_signMessage'], events: [] }
    const { session, reload, wallet, side } = await setUp({ namespaces: { ...granted, solana } })
    await session.end('eip155')
    expect(Object.keys(session.namespaces)).toEqual(['solana'])
    await expect(session.request('eip155:1', 'personal_sign', [])).rejects.toMatchObject({
      code: 'request-unauthorized',
    })
    expect(Object.keys((await reload())?.namespaces ?? {})).toEqual(['solana'])
    await side.ask('wc_sessionPing', {})
    expect(wallet.heard).toEqual([])
    await session.end('solana')
    expect(await wallet.next('wc_sessionDelete')).toBeDefined()
    // The page loaded in between holds it too, and has yet to hear of the end.
    await expect.poll(reload).toBeUndefined()
  })

  test('behavior: it expires', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { session, events, reload } = await setUp({
      expiry: Math.floor(Date.now() / 1000) + 1000,
    })
    await vi.advanceTimersByTimeAsync(1_000_001)
    expect(events).toEqual([{ type: 'end' }])
    await expect(session.request('eip155:1', 'personal_sign', [])).rejects.toMatchObject({
      code: 'session-expired',
    })
    await expect.poll(reload).toBeUndefined()
  })

  test('behavior: a machine that slept past the end finds out soon after it wakes, though nobody asks', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { events } = await setUp({ expiry: Math.floor(Date.now() / 1000) + 3600 })
    // The clock went on, the timers did not.
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(events).toEqual([])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(events).toEqual([{ type: 'end' }])
  })

  test('behavior: a clock set a day on, while no timer ran', async () => {
    const { session, events } = await setUp({ expiry: Math.floor(Date.now() / 1000) + 3600 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    await expect(session.request('eip155:1', 'personal_sign', [])).rejects.toMatchObject({
      code: 'session-expired',
    })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'end' }]))
  })

  test('behavior: ended while the relay is away, the page does not wait for it', async () => {
    const { session, relay, reload } = await setUp()
    relay.faults.silent = true
    relay.cut()
    const before = Date.now()
    await session.end()
    expect(Date.now() - before).toBeLessThan(3000)
    expect(await reload()).toBeUndefined()
  })
})

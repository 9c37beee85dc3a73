import { mockRelay } from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/memory-storage.ts'
import { challenge, smallPage } from '../../test/small-page.ts'
import { account, granted, metadata, smallWallet } from '../../test/small-wallet.ts'
import { readWaitingEnd } from '../keep/waiting-end.ts'
import { parsePairingLink } from '../link/parse-pairing-link.ts'

afterEach(() => void vi.useRealTimers())

async function setUp(more: Parameters<typeof smallPage>[1] = {}) {
  const relay = mockRelay()
  const shop = await smallPage([relay], more)
  const wallet = await smallWallet({ url: shop.urls[0] ?? '', WebSocket: relay.WebSocket })
  return { relay, shop, wallet }
}

describe('openPage', () => {
  test('default', async () => {
    const { relay, shop, wallet } = await setUp()
    const { outcome, uri } = shop.start()
    const proposal = await wallet.pair(await uri)
    expect(proposal.params).toMatchObject({
      requiredNamespaces: {},
      optionalNamespaces: {
        eip155: { chains: ['eip155:1', 'eip155:137'], events: ['accountsChanged', 'chainChanged'] },
      },
      relays: [{ protocol: 'irn' }],
      proposer: { metadata: { name: 'Shop', url: 'https://shop.test', icons: [] } },
      pairingTopic: proposal.topic,
      id: proposal.id,
    })
    const { topic, settled } = await wallet.approve(proposal)
    const { session, proofs } = await outcome
    expect((await settled).result).toBe(true)
    expect(session).toMatchObject({ id: topic, peer: { name: metadata.name } })
    expect(session.namespaces).toEqual({ eip155: { accounts: [account], chains: ['eip155:1'] } })
    expect(session.methods).toEqual({ eip155: granted.eip155.methods })
    expect(proofs).toBeUndefined()
    // The pairing is of no use any more: one topic is left, that of the session.
    await expect
      .poll(() => relay.getTopics().filter((one) => one !== topic))
      .toEqual([proposal.topic])
    expect(relay.methods()).not.toContain('irn_fetchMessages')
  })

  test('behavior: nothing is dialled before the first need', async () => {
    const { relay, shop } = await setUp()
    expect(await shop.page.restore(new AbortController().signal)).toEqual([])
    expect(relay.dials).toEqual([])
  })

  test('behavior: a refusal has its code', async () => {
    const { shop, wallet } = await setUp()
    const first = shop.start()
    await wallet.reject(await wallet.pair(await first.uri), {
      code: 5000,
      message: 'User rejected.',
    })
    await expect(first.outcome).rejects.toMatchObject({
      code: 'user-rejected',
      context: { sourceCode: 5000 },
    })
    const second = shop.start()
    await wallet.reject(await wallet.pair(await second.uri), { code: 5100, message: 'Chains' })
    await expect(second.outcome).rejects.toMatchObject({ code: 'proposal-unsupported' })
    const third = shop.start()
    await wallet.reject(await wallet.pair(await third.uri), {})
    await expect(third.outcome).rejects.toEqual({})
    expect((await second.uri) === (await third.uri)).toBe(false)
  })

  test('behavior: prepared once, shown at once, the same while it lives', async () => {
    const { relay, shop, wallet } = await setUp()
    const prompt = await shop.prepare()
    expect(prompt).toEqual(await shop.prepare())
    if (prompt.kind !== 'uri') throw new Error('no link')
    expect((await parsePairingLink(prompt.uri)).expiresAt - prompt.expiresAt).toBe(60_000)
    expect(readWaitingEnd(shop.storage, 'shop')).toBe(0)
    expect(await (await shop.load()).restore(new AbortController().signal)).toEqual([])
    const { outcome, uri, prompts } = shop.start()
    expect(await uri).toBe(prompt.uri)
    expect(readWaitingEnd(shop.storage, 'shop')).toBeGreaterThan(Date.now())
    await wallet.approve(await wallet.pair(prompt.uri))
    await outcome
    expect(prompts).toHaveLength(1)
    expect(relay.methods().filter((method) => method === 'wc_proposeSession')).toHaveLength(1)
    expect(readWaitingEnd(shop.storage, 'shop')).toBe(0)
    // Consumed: the next is a new one.
    expect(await shop.prepare()).not.toEqual(prompt)
  })

  test('behavior: renewed before it ends, the older one heard until it does', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { shop, wallet } = await setUp()
    const { outcome, uri, prompts } = shop.start()
    const older = await wallet.pair(await uri)
    await vi.advanceTimersByTimeAsync(231_000)
    await vi.waitFor(() => expect(prompts).toHaveLength(2))
    expect(prompts[1]?.uri).not.toBe(prompts[0]?.uri)
    await wallet.approve(older)
    expect((await outcome).session.id).toHaveLength(64)
  })

  test('behavior: a page that prepared long ago prepares again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { shop } = await setUp()
    const first = await shop.prepare()
    await vi.advanceTimersByTimeAsync(229_000)
    expect(await shop.prepare()).toEqual(first)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await shop.prepare()).not.toEqual(first)
  })

  test('parameters: signal', async () => {
    const { relay, shop } = await setUp()
    const stop = new AbortController()
    const { outcome, uri } = shop.start(stop.signal)
    await uri
    stop.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
    await expect.poll(() => relay.getTopics()).toEqual([])
    await expect.poll(() => readWaitingEnd(shop.storage, 'shop')).toBe(0)
    await expect.poll(() => relay.countSockets(), { timeout: 3000 }).toBe(0)
    await expect(shop.start(stop.signal).outcome).rejects.toMatchObject({ code: 'aborted' })
  })

  test('behavior: approved after everybody had gone, the wallet is told', async () => {
    const { shop, wallet } = await setUp()
    await shop.prepare()
    const stop = new AbortController()
    const { outcome, uri } = shop.start(stop.signal)
    const proposal = await wallet.pair(await uri)
    stop.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
    await wallet.approve(proposal)
    expect((await wallet.next('wc_sessionDelete')).params).toMatchObject({ code: 6000 })
    await expect.poll(() => shop.page.restore(new AbortController().signal)).toEqual([])
  })

  test('behavior: every relay is used, the session stays where the wallet answered', async () => {
    const relays = [mockRelay(), mockRelay({ silent: true }), mockRelay()]
    const shop = await smallPage(relays)
    const { outcome, uri } = shop.start()
    await uri
    for (const index of [0, 2]) {
      await expect.poll(() => relays[index]?.methods()).toContain('wc_proposeSession')
    }
    const third = relays[2]
    if (!third) throw new Error('no relay')
    const wallet = await smallWallet({ url: shop.urls[2] ?? '', WebSocket: third.WebSocket })
    const { topic } = await wallet.approve(await wallet.pair(await uri))
    const { session } = await outcome
    const asked = session.request('eip155:1', 'personal_sign', ['0x', account])
    await wallet.answer(await wallet.next('wc_sessionRequest'), '0x1')
    expect(await asked).toBe('0x1')
    expect(relays[0]?.getTopics()).not.toContain(topic)
    for (const index of [0, 1]) {
      await expect.poll(() => relays[index]?.countSockets(), { timeout: 3000 }).toBe(0)
    }
  })

  test('behavior: a first relay that never answers and a second that refuses delay nothing: all is done while the clock stands', async () => {
    // Whatever waited for one of them to time out, or to be dialled again, would wait for ever.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date', 'performance'] })
    const began = Date.now()
    const [dead, refusing, living] = [mockRelay(), mockRelay(), mockRelay()]
    dead.stall(100)
    refusing.refuse(100)
    const shop = await smallPage([dead, refusing, living])
    const { outcome, uri } = shop.start()
    const wallet = await smallWallet({ url: shop.urls[2] ?? '', WebSocket: living.WebSocket })
    await wallet.approve(await wallet.pair(await uri))
    const { session } = await outcome
    const asked = session.request('eip155:1', 'personal_sign', ['0x', account])
    await wallet.answer(await wallet.next('wc_sessionRequest'), '0x1')
    expect(await asked).toBe('0x1')
    expect([dead.dials.length, refusing.dials.length]).toEqual([1, 1])
    expect(dead.methods()).toEqual([])
    expect(Date.now() - began).toBe(0)
  })

  test('behavior: no relay within reach', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const relay = mockRelay({ silent: true })
    const shop = await smallPage([relay])
    const { outcome } = shop.start()
    const code = outcome.catch((error) => error.code)
    await vi.waitFor(() => expect(relay.methods()).toContain('wc_proposeSession'))
    await vi.advanceTimersByTimeAsync(21_000)
    expect(await code).toBe('relay-unreachable')
  })

  test('behavior: loaded again, the session is there and speaks', async () => {
    const { shop, wallet } = await setUp()
    const { outcome, uri } = shop.start()
    const { topic } = await wallet.approve(await wallet.pair(await uri))
    await outcome
    const [restored] = await (await shop.load()).restore(new AbortController().signal)
    expect(restored?.id).toBe(topic)
    const asked = restored?.request('eip155:1', 'personal_sign', ['0x', account])
    await wallet.answer(await wallet.next('wc_sessionRequest'), '0x2')
    expect(await asked).toBe('0x2')
  })

  test('behavior: dropped in the very tap that showed the link: the mark alone is enough to wait by', async () => {
    const { shop, wallet } = await setUp()
    const prompt = await shop.prepare()
    if (prompt.kind !== 'uri') throw new Error('no link')
    const proposal = await wallet.pair(prompt.uri)
    const key = 'latchkey.shop.v1.walletconnect.waiting'
    expect(shop.storage.getItem(key)).toBe(null)
    shop.storage.setItem(key, String(prompt.expiresAt))
    const restored = (await shop.load()).restore(new AbortController().signal)
    const { topic } = await wallet.approve(proposal)
    expect((await restored).map(({ id }) => id)).toEqual([topic])
  })

  test('behavior: a slow relay does not keep a session from counting as live', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { relay, shop, wallet } = await setUp()
    const { outcome, uri } = shop.start()
    await wallet.approve(await wallet.pair(await uri))
    await outcome
    relay.faults.silent = true
    const restored = (await shop.load()).restore(new AbortController().signal)
    await vi.advanceTimersByTimeAsync(3_100)
    expect(await restored).toHaveLength(1)
  })

  test('behavior: a page that was discarded while the visitor approved finds the session', async () => {
    const { relay, shop, wallet } = await setUp()
    const { uri } = shop.start()
    const proposal = await wallet.pair(await uri)
    relay.cut()
    const again = await shop.load()
    const restored = again.restore(new AbortController().signal)
    const { topic } = await wallet.approve(proposal)
    expect((await restored).map(({ id }) => id)).toEqual([topic])
  })

  test('behavior: approved before the page was there again, the mailbox tells it', async () => {
    const { relay, shop, wallet } = await setUp()
    const { uri } = shop.start()
    const proposal = await wallet.pair(await uri)
    const dids = new Set(relay.log.map(({ did }) => did))
    relay.onFrame((direction, { did, text }) =>
      direction === 'out' && dids.has(did) && text.includes('irn_subscription')
        ? 'drop'
        : undefined,
    )
    const { topic } = await wallet.approve(proposal)
    const restored = await (await shop.load()).restore(new AbortController().signal)
    expect(restored.map(({ id }) => id)).toEqual([topic])
  })

  test('behavior: an answer heard by a page that died before the settlement is heard again', async () => {
    const { relay, shop, wallet } = await setUp()
    const { uri } = shop.start()
    const proposal = await wallet.pair(await uri)
    const dids = new Set(relay.log.map(({ did }) => did))
    relay.onFrame((direction, { did, json }) => {
      const tag = (json as { params?: { data?: { tag?: number } } }).params?.data?.tag
      return direction === 'out' && dids.has(did) && tag === 1102 ? 'drop' : undefined
    })
    const { topic } = await wallet.approve(proposal)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const restored = await (await shop.load()).restore(new AbortController().signal)
    expect(restored.map(({ id }) => id)).toEqual([topic])
  })

  test('behavior: waiting after a reload ends with the pairing, a refusal or the signal', async () => {
    const { shop, wallet } = await setUp()
    const { uri } = shop.start()
    const proposal = await wallet.pair(await uri)
    const stop = new AbortController()
    const again = await shop.load()
    const left = again.restore(stop.signal)
    stop.abort()
    await expect(left).rejects.toMatchObject({ code: 'aborted' })
    const refused = again.restore(new AbortController().signal)
    await wallet.reject(proposal, { code: 5000 })
    expect(await refused).toEqual([])
    await expect.poll(() => readWaitingEnd(shop.storage, 'shop')).toBe(0)
  })

  test('behavior: asked again after a reload, the answer to the first question still counts', async () => {
    const { shop, wallet } = await setUp()
    const { uri } = shop.start()
    const proposal = await wallet.pair(await uri)
    const again = await shop.load()
    const stop = new AbortController()
    const left = again.restore(stop.signal).catch((error) => error.code)
    await new Promise((resolve) => setTimeout(resolve, 20))
    stop.abort()
    expect(await left).toBe('aborted')
    const { outcome } = shop.start(undefined, undefined, again)
    const { topic } = await wallet.approve(proposal)
    expect((await outcome).session.id).toBe(topic)
  })

  test('behavior: nothing to ask for', async () => {
    const { shop } = await setUp()
    const page = await shop.load({ context: { ...shop.context, needs: {} } })
    await expect(shop.start(undefined, undefined, page).outcome).rejects.toMatchObject({
      code: 'config-invalid',
    })
  })

  test('behavior: where nothing can be kept, no later page is told to wait', async () => {
    const { shop } = await setUp()
    const storage = memoryStorage()
    const page = await shop.load({ context: { ...shop.context, storage }, seal: undefined })
    await shop.start(undefined, undefined, page).uri
    expect(storage.entries.size).toBe(0)
  })

  test('behavior: settlements that are none', async () => {
    const { shop, wallet } = await setUp()
    const past = Math.floor(Date.now() / 1000) - 10
    const foreign = { eip155: { ...granted.eip155, accounts: ['solana:1:abc'] } }
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ namespaces: foreign }, 'session-settlement-failed'],
      [{ namespaces: {} }, 'session-settlement-failed'],
      [{ namespaces: 'all' }, 'session-settlement-failed'],
      [{ controller: { publicKey: 'f'.repeat(64), metadata } }, 'session-settlement-failed'],
      [{ controller: undefined }, 'session-settlement-failed'],
      [{ expiry: past }, 'session-expired'],
      [{ expiry: 'tomorrow' }, 'session-expired'],
    ]
    for (const [settlement, code] of cases) {
      const { outcome, uri } = shop.start()
      const { settled } = await wallet.approve(await wallet.pair(await uri), settlement)
      await expect(outcome).rejects.toMatchObject({ code })
      await expect(settled).rejects.toMatchObject({ code: 7000 })
    }
    expect(await (await shop.load()).restore(new AbortController().signal)).toEqual([])
  })

  test('behavior: an end too far or missing is bounded', async () => {
    const { shop, wallet } = await setUp()
    for (const [expiry, days] of [
      [Math.floor(Date.now() / 1000) + 86_400 * 400, 30],
      [undefined, 7],
    ] as const) {
      const { outcome, uri } = shop.start()
      await wallet.approve(await wallet.pair(await uri), { expiry })
      const left = (await outcome).session.expiresAt - Date.now()
      expect(Math.round(left / 86_400_000)).toBe(days)
    }
  })

  test('behavior: entries by chain and by namespace are one, foreign accounts are dropped', async () => {
    const { shop, wallet } = await setUp()
    const { outcome, uri } = shop.start()
    const address = account.slice('eip155:1:'.length)
    await wallet.approve(await wallet.pair(await uri), {
      namespaces: {
        eip155: { ...granted.eip155, accounts: [account, 'solana:1:abc', 'nonsense'] },
        'eip155:137': {
          accounts: [`eip155:137:${address}`],
          methods: ['eth_sendTransaction'],
          events: [],
        },
      },
    })
    const { session } = await outcome
    expect(session.namespaces).toEqual({
      eip155: { accounts: [account, `eip155:137:${address}`], chains: ['eip155:1', 'eip155:137'] },
    })
    await expect(session.request('eip155:137', 'personal_sign', [])).rejects.toMatchObject({
      code: 'request-unauthorized',
    })
  })

  test('behavior: an answer with a key of no order, or none', async () => {
    const { shop, wallet } = await setUp()
    for (const [responderPublicKey, code] of [
      ['0'.repeat(64), 'envelope-invalid'],
      ['mine', 'session-settlement-failed'],
      [undefined, 'session-settlement-failed'],
    ] as const) {
      const { outcome, uri } = shop.start()
      await wallet.answer(await wallet.pair(await uri), { relay: {}, responderPublicKey })
      await expect(outcome).rejects.toMatchObject({ code })
    }
  })

  test('behavior: a wallet without one-click sign-in approves the proposal, without proofs', async () => {
    const { shop, wallet } = await setUp()
    const { outcome, uri } = shop.start(undefined, challenge)
    const proposal = await wallet.pair(await uri)
    expect((await parsePairingLink(await uri)).methods).toEqual(['wc_sessionAuthenticate'])
    await wallet.refuseSignIn(await wallet.next('wc_sessionAuthenticate'), {
      code: 10001,
      message: 'Unsupported',
    })
    await wallet.approve(proposal)
    expect((await outcome).proofs).toBeUndefined()
  })

  test('behavior: two tabs of one site: each hears its own answers, both hear the end', async () => {
    const { shop, wallet } = await setUp()
    const { outcome, uri } = shop.start()
    const { tell } = await wallet.approve(await wallet.pair(await uri))
    const { session } = await outcome
    const [other] = await (await shop.load()).restore(new AbortController().signal)
    if (!other) throw new Error('no session')
    const answers = [
      session.request('eip155:1', 'personal_sign', [1]),
      other.request('eip155:1', 'personal_sign', [2]),
    ]
    for (let left = 2; left; left--) {
      const incoming = await wallet.next('wc_sessionRequest')
      await wallet.answer(
        incoming,
        (incoming.params as { request: { params: unknown } }).request.params,
      )
    }
    expect(await Promise.all(answers)).toEqual([[1], [2]])
    const ends = [vi.fn(), vi.fn()]
    session.watch((event) => ends[0]?.(event.type))
    other.watch((event) => ends[1]?.(event.type))
    await tell('wc_sessionDelete', { code: 6000, message: 'Gone' })
    for (const end of ends) {
      await expect.poll(() => end.mock.calls).toEqual([['end']])
    }
    expect(await (await shop.load()).restore(new AbortController().signal)).toEqual([])
  })

  test('behavior: a session ended in one tab is heard by the other', async () => {
    const { shop, wallet } = await setUp()
    const { outcome, uri } = shop.start()
    await wallet.approve(await wallet.pair(await uri))
    const { session } = await outcome
    const [other] = await (await shop.load()).restore(new AbortController().signal)
    const heard = vi.fn()
    other?.watch(({ type }) => heard(type))
    await session.end()
    await expect.poll(() => heard.mock.calls).toEqual([['end']])
    await expect(other?.request('eip155:1', 'personal_sign', [])).rejects.toMatchObject({
      code: 'session-ended',
    })
  })
})

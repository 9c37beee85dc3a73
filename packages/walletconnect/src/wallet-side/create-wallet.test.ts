import { mockRelay } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { account, granted, memory, openRawPage, openWallet, until } from './test/raw-page.ts'

const request = (over: object = {}, about: object = {}) => ({
  request: { method: 'personal_sign', params: ['0x01'], expiryTimestamp: Math.floor(Date.now() / 1000) + 300, ...over },
  chainId: 'eip155:1',
  ...about,
})

async function connected(over: Parameters<typeof openWallet>[1] = {}) {
  const mock = mockRelay()
  const opened = openWallet([mock], over)
  const page = await openRawPage(mock)
  const topic = await page.connect(opened.wallet)
  const ask = (method: string, params: unknown) => page.channel.ask({ relay: page.relay, topic, method, params })
  return { mock, page, topic, ask, ...opened }
}

describe('createWallet', () => {
  test('default', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const { id, answer } = await page.propose()
    await wallet.pair(page.link)
    const { proposal } = await until(() => of('proposal')[0])
    expect(proposal).toMatchObject({
      id,
      pairingTopic: page.pairing,
      metadata: { name: 'Page', url: 'https://page.example' },
      required: {},
      optional: { eip155: { chains: ['eip155:1'] } },
    })
    const approving = wallet.approve(id, { namespaces: granted, sessionProperties: { a: 'b' } })
    const { responderPublicKey } = (await answer) as { responderPublicKey: string }
    const topic = await page.settle(responderPublicKey)
    const session = await approving
    expect(session).toMatchObject({ topic, namespaces: granted, sessionProperties: { a: 'b' }, transport: 'relay' })
    expect(session.controller).toBe(responderPublicKey)
    expect(page.heard.find(({ method }) => method === 'wc_sessionSettle')?.params).toMatchObject({
      relay: { protocol: 'irn' },
      namespaces: granted,
      controller: { publicKey: responderPublicKey, metadata: { name: 'Wallet' } },
      expiry: Math.floor(session.expiresAt / 1000),
      sessionProperties: { a: 'b' },
    })
    expect(wallet.getSessions()).toEqual([session])
    expect(wallet.getPending()).toEqual([])
    expect(mock.methods()).toContain('wc_approveSession')
  })

  test('behavior: a rejection keeps its code', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const first = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    await wallet.reject(first.id, { code: 5002, message: 'no' })
    await expect(first.answer).rejects.toEqual({ code: 5002, message: 'no' })
    expect(mock.getMailbox(page.pairing).map(({ tag }) => tag)).toEqual([1100, 1120])
    const second = await page.propose()
    await until(() => of('proposal')[1])
    await wallet.reject(second.id)
    await expect(second.answer).rejects.toEqual({ code: 5000, message: 'User rejected.' })
    await expect(wallet.reject(second.id)).rejects.toMatchObject({ code: 'pairing-expired' })
  })

  test('behavior: a grant without what was required leaves the proposal open', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const required = { eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] } }
    const { id } = await page.propose({ requiredNamespaces: required })
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    await expect(wallet.approve(id, { namespaces: granted })).rejects.toMatchObject({
      code: 'proposal-unsupported',
      context: { sourceCode: 5002 },
    })
    expect(wallet.getPending()).toHaveLength(1)
    expect(wallet.getSessions()).toEqual([])
  })

  test.each([
    [
      'malformed required namespaces',
      { requiredNamespaces: { eip155: { chains: [], methods: [], events: [] } } },
      5100,
    ],
    ['no proposer', { proposer: undefined }, -32602],
  ])('behavior: %s are refused by themselves', async (_, over, code) => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const { answer } = await page.propose(over)
    await wallet.pair(page.link)
    await expect(answer).rejects.toMatchObject({ code })
    expect(of('proposal')).toEqual([])
  })

  test('behavior: a page that refuses the settlement ends it', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const { id, answer } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    const approving = wallet.approve(id, { namespaces: granted })
    const refused = expect(approving).rejects.toMatchObject({
      code: 'proposal-unsupported',
      context: { sourceCode: 7000 },
    })
    const { responderPublicKey } = (await answer) as { responderPublicKey: string }
    await page.settle(responderPublicKey, { error: {} })
    await refused
    expect(wallet.getSessions()).toEqual([])
    expect(of('session-ended')).toEqual([])
  })

  test('behavior: two clicks make one session', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const { id, answer } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    const approving = wallet.approve(id, { namespaces: granted })
    await expect(wallet.approve(id, { namespaces: granted })).rejects.toMatchObject({ code: 'pairing-expired' })
    const { responderPublicKey } = (await answer) as { responderPublicKey: string }
    await page.settle(responderPublicKey)
    await approving
    expect(mock.methods().filter((method) => method === 'wc_approveSession')).toHaveLength(1)
  })

  test('behavior: links that are none, expired, or on no relay', async () => {
    const mock = mockRelay({ error: { code: -1, message: 'no' } })
    const { wallet } = openWallet([mock])
    await expect(wallet.pair('wc:nonsense')).rejects.toMatchObject({ code: 'pairing-link-invalid' })
    const old = await openRawPage(mock, { lifeMs: -10_000 })
    await expect(wallet.pair(old.link)).rejects.toMatchObject({ code: 'pairing-expired' })
  })

  test('behavior: a pairing is followed on every relay and left everywhere', async () => {
    const [mock] = [mockRelay()]
    const { wallet, of } = openWallet([mock, mock])
    const page = await openRawPage(mock)
    const { id } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    expect(mock.dials.filter((url) => url.includes('/1'))).toHaveLength(1)
    expect(mock.getTopics().filter((topic) => topic === page.pairing)).toHaveLength(3)
    expect(of('proposal')).toHaveLength(1)
    await wallet.reject(id)
    await page.channel.tell({ relay: page.relay, topic: page.pairing, method: 'wc_pairingDelete', params: {} })
    await until(() => (mock.getTopics().filter((topic) => topic === page.pairing).length === 1 ? true : undefined))
  })

  test('behavior: pairing pings are answered; after the settlement the pairing is over', async () => {
    const mock = mockRelay()
    const { wallet } = openWallet([mock])
    const page = await openRawPage(mock)
    await wallet.pair(page.link)
    const ping = { relay: page.relay, topic: page.pairing, method: 'wc_pairingPing', params: {} }
    await page.relay.subscribe([page.pairing])
    expect(await page.channel.ask(ping)).toBe(true)
    await page.connect(wallet)
    await expect(page.channel.ask({ ...ping, expiresAt: Date.now() + 50 })).rejects.toMatchObject({
      code: 'request-expired',
    })
  })

  test('behavior: proposals expire, and a late approval says so', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock, { lifeMs: 2000 })
    const { id } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    expect((await until(() => of('expired')[0])).id).toBe(id)
    await expect(wallet.approve(id, { namespaces: granted })).rejects.toMatchObject({ code: 'pairing-expired' })
    expect(wallet.getPending()).toEqual([])
  })

  test('behavior: requests are shown at once, each once, and answered', async () => {
    const { ask, wallet, of, topic, mock } = await connected()
    mock.faults.duplicate = true
    const settled = Promise.allSettled([1, 2, 3].map((n) => ask('wc_sessionRequest', request({ params: [n] }))))
    await until(() => (of('request').length === 3 ? true : undefined))
    const [first, second, third] = of('request').map((event) => event.request)
    if (!first || !second || !third) throw new Error('no requests')
    expect(first).toMatchObject({ topic, chain: 'eip155:1', method: 'personal_sign' })
    await wallet.respond(second, { error: { code: 4001, message: 'no', data: 7 } })
    await wallet.respond(first, { result: '0xsigned' })
    await expect(wallet.respond(first, { result: '0xagain' })).rejects.toMatchObject({ code: 'request-expired' })
    await wallet.respond(third, { result: null })
    const outcomes = await settled
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual(
      expect.arrayContaining(['0xsigned', { code: 4001, message: 'no', data: 7 }, null]),
    )
    expect(of('request')).toHaveLength(3)
  })

  test.each([
    ['a chain nobody granted', request({}, { chainId: 'eip155:5' }), 3005],
    ['a method nobody granted', request({ method: 'eth_sign' }), 3001],
    ['no request', { chainId: 'eip155:1' }, -32602],
    ['a request of yesterday', request({ expiryTimestamp: 1 }), 8000],
  ])('behavior: %s is answered with its code', async (_, params, code) => {
    const { ask, of } = await connected()
    const error = await ask('wc_sessionRequest', params).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringMatching(/./) })
    expect(of('request')).toEqual([])
  })

  test('behavior: a request that nobody answers in time expires with 8000', async () => {
    const { ask, of, wallet } = await connected()
    const answer = ask('wc_sessionRequest', request({ expiryTimestamp: Math.floor(Date.now() / 1000) + 2 }))
    answer.catch(() => undefined)
    const { request: shown } = await until(() => of('request')[0])
    expect((await until(() => of('expired')[0])).id).toBe(shown.id)
    await expect(answer).rejects.toMatchObject({ code: 8000 })
    await expect(wallet.respond(shown, { result: 1 })).rejects.toMatchObject({ code: 'request-expired' })
  })

  test('behavior: the page may not change what was granted', async () => {
    const { ask, wallet } = await connected()
    const before = wallet.getSessions()
    await expect(ask('wc_sessionUpdate', { namespaces: {} })).rejects.toMatchObject({ code: 3003 })
    await expect(ask('wc_sessionExtend', {})).rejects.toMatchObject({ code: 3004 })
    expect(wallet.getSessions()).toEqual(before)
  })

  test('behavior: pings both ways', async () => {
    const { ask, wallet, page, topic } = await connected()
    expect(await ask('wc_sessionPing', {})).toBe(true)
    const pinged = wallet.ping(topic)
    const ping = await until(() => page.heard.find(({ method }) => method === 'wc_sessionPing'))
    await page.channel.answer({ ...ping, relay: page.relay }, { result: true })
    await pinged
  })

  test('behavior: updates, extensions and events reach the page; a refused update is taken back', async () => {
    const { wallet, page, topic } = await connected()
    const answerNext = async (method: string, answer: { result: unknown } | { error: object }, at = 0) => {
      const incoming = await until(() => page.heard.filter((one) => one.method === method)[at])
      await page.channel.answer({ ...incoming, relay: page.relay }, answer)
      return incoming.params
    }
    const more = { eip155: { ...granted.eip155, methods: ['personal_sign', 'eth_sign'] } }
    const updated = wallet.update(topic, more)
    expect(await answerNext('wc_sessionUpdate', { result: true })).toEqual({ namespaces: more })
    await updated
    const refused = expect(wallet.update(topic, granted)).rejects.toMatchObject({
      code: 'request-unauthorized',
      context: { sourceCode: 1003 },
    })
    await answerNext('wc_sessionUpdate', { error: { code: 1003, message: 'no' } }, 1)
    await refused
    expect(wallet.getSessions()[0]?.namespaces).toEqual(more)
    const before = wallet.getSessions()[0]?.expiresAt ?? 0
    const extended = wallet.extend(topic)
    await answerNext('wc_sessionExtend', { result: true })
    await extended
    expect(wallet.getSessions()[0]?.expiresAt).toBeGreaterThan(before)
    await wallet.emit(topic, { chain: 'eip155:1', name: 'chainChanged', data: 1 })
    const event = await until(() => page.heard.find(({ method }) => method === 'wc_sessionEvent'))
    expect(event.params).toEqual({ event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
    await expect(wallet.emit(topic, { chain: 'eip155:1', name: 'other', data: 1 })).rejects.toMatchObject({
      code: 'request-unauthorized',
    })
  })

  test('behavior: either side ends it', async () => {
    const one = await connected()
    expect(await one.ask('wc_sessionDelete', { code: 6000, message: 'bye' })).toBe(true)
    expect(await until(() => one.of('session-ended')[0])).toMatchObject({ topic: one.topic, reason: 'peer' })
    expect(one.wallet.getSessions()).toEqual([])
    const other = await connected()
    const answer = other.ask('wc_sessionRequest', request())
    answer.catch(() => undefined)
    const { request: open } = await until(() => other.of('request')[0])
    await other.wallet.end(other.topic)
    expect(other.of('expired')).toEqual([{ type: 'expired', id: open.id }])
    expect(other.of('session-ended')).toEqual([{ type: 'session-ended', topic: other.topic, reason: 'self' }])
    const ended = await until(() => other.page.heard.find(({ method }) => method === 'wc_sessionDelete'))
    expect(ended.params).toEqual({ code: 6000, message: 'User disconnected.' })
    await expect(other.wallet.ping(other.topic)).rejects.toMatchObject({ code: 'session-ended' })
  })

  test('behavior: a wallet that comes back knows its sessions, what waited, and gets its mail', async () => {
    const kept = memory()
    const { mock, ask, of, wallet, topic, page } = await connected(kept)
    const answer = ask('wc_sessionRequest', request({ params: ['before'] }))
    await until(() => of('request')[0])
    await until(() => (kept.items.size === 2 ? true : undefined))
    wallet.close()
    const missed = ask('wc_sessionRequest', request({ params: ['meanwhile'] }))
    await until(() => (mock.getMailbox(topic).filter(({ tag }) => tag === 1108).length === 2 ? true : undefined))
    const again = openWallet([mock], kept)
    await until(() => (again.of('request').length === 2 ? true : undefined))
    expect(again.of('session').map(({ session }) => session.topic)).toEqual([topic])
    expect(again.of('request').map((event) => event.request.params)).toEqual([['before'], ['meanwhile']])
    for (const { request: open } of again.of('request')) await again.wallet.respond(open, { result: open.params })
    expect(await Promise.all([answer, missed])).toEqual([['before'], ['meanwhile']])
    expect(page.heard.filter(({ method }) => method === 'wc_sessionDelete')).toEqual([])
  })

  test('behavior: an open proposal survives a reload', async () => {
    const mock = mockRelay()
    const kept = memory()
    const first = openWallet([mock], kept)
    const page = await openRawPage(mock)
    const { id, answer } = await page.propose()
    await first.wallet.pair(page.link)
    await until(() => first.of('proposal')[0])
    await until(() => (kept.items.size === 1 ? true : undefined))
    first.wallet.close()
    const again = openWallet([mock], kept)
    await until(() => again.of('proposal')[0])
    const approving = again.wallet.approve(id, { namespaces: granted })
    const { responderPublicKey } = (await answer) as { responderPublicKey: string }
    await page.settle(responderPublicKey)
    expect((await approving).namespaces.eip155?.accounts).toEqual([account])
    expect(again.of('proposal')).toHaveLength(1)
  })

  test('behavior: a session that runs out is over on its own', async () => {
    const kept = memory()
    const { mock, wallet, topic } = await connected(kept)
    await until(() => (kept.items.size === 1 ? true : undefined))
    wallet.close()
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 604_800_000 - 300)
    const again = openWallet([mock], kept)
    await until(() => again.of('session')[0])
    vi.spyOn(Date, 'now').mockImplementation(() => now + 604_800_001)
    expect(await until(() => again.of('session-ended')[0])).toEqual({ type: 'session-ended', topic, reason: 'expiry' })
    vi.restoreAllMocks()
  })
})

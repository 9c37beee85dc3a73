import { mockRelay } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { granted, openRawPage, openWallet, until } from './test/raw-page.ts'

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
    // The page may be asleep until its visitor comes back: the wallet knows before it settles.
    await until(() => of('session')[0])
    const topic = await page.settle(responderPublicKey)
    const session = await approving
    expect(of('session')).toHaveLength(1)
    expect(session).toMatchObject({
      topic,
      namespaces: granted,
      sessionProperties: { a: 'b' },
      transport: 'relay',
    })
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
    const { topic } = await wallet.approve(id, { namespaces: granted })
    const { responderPublicKey } = (await answer) as { responderPublicKey: string }
    await page.settle(responderPublicKey, { error: {} })
    await until(() => of('session-ended')[0])
    expect(of('session-ended')).toMatchObject([{ topic, reason: 'peer' }])
    expect(wallet.getSessions()).toEqual([])
  })

  test('behavior: approved while the page sleeps: done at once, and the page finds it when it wakes', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const { id } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    const { topic } = await wallet.approve(id, { namespaces: granted })
    expect(wallet.getSessions().map((session) => session.topic)).toEqual([topic])
    expect(mock.getMailbox(topic)).toHaveLength(1)
  })

  test('behavior: two clicks make one session', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const { id, answer } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    const approving = wallet.approve(id, { namespaces: granted })
    await expect(wallet.approve(id, { namespaces: granted })).rejects.toMatchObject({
      code: 'pairing-expired',
    })
    const { responderPublicKey } = (await answer) as { responderPublicKey: string }
    await page.settle(responderPublicKey)
    await approving
    expect(mock.methods().filter((method) => method === 'wc_approveSession')).toHaveLength(1)
  })

  test('behavior: what runs out while it is answered is answered still, and nothing turns in a circle meanwhile', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock, { lifeMs: 2000 })
    const { id, answer } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    const approving = wallet.approve(id, { namespaces: granted })
    const { responderPublicKey } = (await answer) as { responderPublicKey: string }
    expect(wallet.getPending()).toEqual([])
    await until(() =>
      mock.getTopics().filter((topic) => topic === page.pairing).length === 1 ? true : undefined,
    )
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(timers.mock.calls.length).toBeLessThan(5)
    timers.mockRestore()
    await page.settle(responderPublicKey)
    expect(await approving).toMatchObject({ namespaces: granted })
    expect(of('expired')).toEqual([])
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
    await page.channel.tell({
      relay: page.relay,
      topic: page.pairing,
      method: 'wc_pairingDelete',
      params: {},
    })
    await until(() =>
      mock.getTopics().filter((topic) => topic === page.pairing).length === 1 ? true : undefined,
    )
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
    await expect(wallet.approve(id, { namespaces: granted })).rejects.toMatchObject({
      code: 'pairing-expired',
    })
    expect(wallet.getPending()).toEqual([])
  })
})

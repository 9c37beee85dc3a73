import { mockRelay } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import {
  account,
  connected,
  granted,
  memory,
  openRawPage,
  openWallet,
  requestOf,
  until,
} from './test/raw-page.ts'

describe('startWallet', () => {
  test('behavior: a wallet that comes back knows its sessions, what waited, and gets its mail', async () => {
    const kept = memory()
    const { mock, ask, of, wallet, topic, page } = await connected(kept)
    const answer = ask('wc_sessionRequest', requestOf({ params: ['before'] }))
    await until(() => of('request')[0])
    await until(() => (kept.items.size === 2 ? true : undefined))
    wallet.close()
    const missed = ask('wc_sessionRequest', requestOf({ params: ['meanwhile'] }))
    await until(() =>
      mock.getMailbox(topic).filter(({ tag }) => tag === 1108).length === 2 ? true : undefined,
    )
    const again = openWallet([mock], kept)
    const known: number[] = []
    again.wallet.watch(() => known.push(again.wallet.getSessions().length))
    await until(() => (again.of('request').length === 2 ? true : undefined))
    // What is told can be asked for.
    expect(known).toEqual([1, 1, 1])
    expect(again.of('session').map(({ session }) => session.topic)).toEqual([topic])
    expect(again.of('request').map((event) => event.request.params)).toEqual([
      ['before'],
      ['meanwhile'],
    ])
    for (const { request: open } of again.of('request')) {
      await again.wallet.respond(open, { result: open.params })
    }
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

  test('behavior: what ended while no page was open is forgotten', async () => {
    const mock = mockRelay()
    const kept = memory()
    const first = openWallet([mock], kept)
    const page = await openRawPage(mock)
    await page.propose()
    await first.wallet.pair(page.link)
    await until(() => first.of('proposal')[0])
    await until(() => (kept.items.size === 1 ? true : undefined))
    first.wallet.close()
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 3_600_000)
    const again = openWallet([mock], kept)
    await again.wallet.pair((await openRawPage(mock)).link)
    vi.restoreAllMocks()
    expect(again.events).toEqual([])
    // The page itself still listens.
    expect(mock.getTopics().filter((topic) => topic === page.pairing)).toHaveLength(1)
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
    expect(await until(() => again.of('session-ended')[0])).toEqual({
      type: 'session-ended',
      topic,
      reason: 'expiry',
    })
    vi.restoreAllMocks()
  })

  test('behavior: two tabs of a wallet keep both their sessions', async () => {
    const kept = memory()
    const { mock, wallet, topic, page } = await connected(kept)
    await until(() => (kept.items.size === 1 ? true : undefined))
    const tab = openWallet([mock], kept)
    await until(() => tab.of('session')[0])
    const other = await (await openRawPage(mock)).connect(tab.wallet)
    await until(() => (tab.wallet.getSessions().length === 2 ? true : undefined))
    // The first tab writes what it knows, which is not the other's session.
    const updated = wallet.update(topic, { eip155: { ...granted.eip155, events: [] } })
    const update = await until(() => page.heard.find(({ method }) => method === 'wc_sessionUpdate'))
    await page.channel.answer({ ...update, relay: page.relay }, { result: true })
    await updated
    await until(() =>
      tab.wallet.getSessions().find((one) => one.namespaces.eip155?.events.length === 0),
    )
    const extended = wallet.extend(topic)
    const extension = await until(() =>
      page.heard.find(({ method }) => method === 'wc_sessionExtend'),
    )
    await page.channel.answer({ ...extension, relay: page.relay }, { result: true })
    await extended
    await new Promise((resolve) => setTimeout(resolve, 20))
    wallet.close()
    tab.wallet.close()
    const again = openWallet([mock], kept)
    await until(() => again.of('session')[1])
    expect(again.wallet.getSessions().map((session) => session.topic)).toEqual(
      expect.arrayContaining([topic, other]),
    )
    expect(
      again.wallet.getSessions().find((session) => session.topic === topic)?.namespaces.eip155
        ?.events,
    ).toEqual([])
  })

  test('behavior: a storage that gives nothing, takes nothing, or holds what is foreign', async () => {
    const thrower = () => {
      throw new Error('no storage')
    }
    const closed = { getItem: thrower, setItem: thrower, removeItem: thrower }
    const foreign = memory()
    foreign.items.set('latchkey.wallet-default.v1.walletconnect', 'foreign')
    foreign.items.set(
      'latchkey.wallet-default.v1.walletconnect.wallet',
      btoa('{"pairings":[{}],"waiting":7}'),
    )
    for (const kept of [{ ...memory(), storage: closed }, foreign]) {
      const { wallet, topic } = await connected(kept)
      expect(wallet.getSessions()).toMatchObject([{ topic }])
    }
  })

  test('behavior: a page that slept through the end of a proposal', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock)
    const { id } = await page.propose()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 3_600_000)
    await expect(wallet.approve(id, { namespaces: granted })).rejects.toMatchObject({
      code: 'pairing-expired',
    })
    vi.restoreAllMocks()
    expect(mock.methods()).not.toContain('wc_approveSession')
  })
})

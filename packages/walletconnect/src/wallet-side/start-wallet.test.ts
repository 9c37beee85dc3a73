import { mockRelay } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { account, connected, granted, memory, openRawPage, openWallet, requestOf, until } from './test/raw-page.ts'

describe('startWallet', () => {
  test('behavior: a wallet that comes back knows its sessions, what waited, and gets its mail', async () => {
    const kept = memory()
    const { mock, ask, of, wallet, topic, page } = await connected(kept)
    const answer = ask('wc_sessionRequest', requestOf({ params: ['before'] }))
    await until(() => of('request')[0])
    await until(() => (kept.items.size === 2 ? true : undefined))
    wallet.close()
    const missed = ask('wc_sessionRequest', requestOf({ params: ['meanwhile'] }))
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

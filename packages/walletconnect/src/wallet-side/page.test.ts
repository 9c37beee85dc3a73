import { mockRelay } from '@latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { challenge, smallPage } from '../../test/small-page.ts'
import type { WalletEvent } from '../wallet-contract.ts'
import { createWallet } from './create-wallet.ts'
import { account, granted, memory, until } from './test/raw-page.ts'

const events = ['chainChanged', 'accountsChanged']
const grant = { namespaces: { eip155: { ...granted.eip155, events } } }

/** Our page and our wallet; the wallet knows the relays named by `on`. */
async function setUp({ count = 1, on = [0], kept = memory() } = {}) {
  const relays = Array.from({ length: count }, () => mockRelay())
  const shop = await smallPage(relays)
  const open = () => {
    const WebSocket = new Proxy(class {}, {
      construct: (_, [url]: [string]) => {
        const Socket = relays[shop.urls.findIndex((one) => url.startsWith(one))]?.WebSocket
        if (!Socket) throw new Error(`no relay at ${url}`)
        return new Socket(url)
      },
    }) as unknown as typeof globalThis.WebSocket
    const wallet = createWallet({
      relays: on.map((i) => ({ url: shop.urls[i] ?? '' })),
      metadata: { name: 'Phone', description: '', url: 'https://phone.test', icons: [] },
      WebSocket,
      ...kept,
    })
    onTestFinished(() => wallet.close())
    const told: WalletEvent[] = []
    wallet.watch((event) => told.push(event))
    const next = <T extends WalletEvent['type']>(type: T, at = 0) =>
      until(
        () =>
          told.filter((event): event is Extract<WalletEvent, { type: T }> => event.type === type)[
            at
          ],
      )
    return { wallet, told, next }
  }
  const phone = open()
  const connect = async () => {
    const { outcome, uri } = shop.start()
    await phone.wallet.pair(await uri)
    const approved = await phone.wallet.approve((await phone.next('proposal')).proposal.id, grant)
    return { ...(await outcome), approved }
  }
  return { relays, shop, open, phone, connect }
}

describe('our page and our wallet', () => {
  test('default', async () => {
    const { phone, connect } = await setUp()
    const { session, approved } = await connect()
    expect(session.id).toBe(approved.topic)
    expect(session.namespaces).toEqual({ eip155: { accounts: [account], chains: ['eip155:1'] } })
    const asked = session.request('eip155:1', 'personal_sign', ['0x01'])
    const { request } = await phone.next('request')
    await phone.wallet.respond(request, { result: '0xsigned' })
    expect(await asked).toBe('0xsigned')
    const refused = session
      .request('eip155:1', 'personal_sign', ['0x02'])
      .catch((error: unknown) => error)
    await phone.wallet.respond((await phone.next('request', 1)).request, {
      error: { code: 4100, message: 'no' },
    })
    expect(await refused).toMatchObject({ code: 4100, message: 'no' })
  })

  test('behavior: a rejection', async () => {
    const { shop, phone } = await setUp()
    const { outcome, uri } = shop.start()
    await phone.wallet.pair(await uri)
    await phone.wallet.reject((await phone.next('proposal')).proposal.id)
    await expect(outcome).rejects.toMatchObject({
      code: 'user-rejected',
      context: { sourceCode: 5000 },
    })
  })

  test('behavior: the session stays where the wallet is', async () => {
    const { shop, phone, connect } = await setUp({ count: 2, on: [1] })
    const { session, approved } = await connect()
    expect(approved.relay).toBe(shop.urls[1])
    await phone.wallet.ping(session.id)
  })

  test('behavior: a relay that refuses does not keep them from the other', async () => {
    const { relays, shop, phone, connect } = await setUp({ count: 2, on: [0, 1] })
    if (relays[0]) relays[0].faults.error = { code: -32000, message: 'no' }
    const { session, approved } = await connect()
    expect(approved.relay).toBe(shop.urls[1])
    await phone.wallet.ping(session.id)
  })

  test('behavior: accounts, chain and length change; the page hears of it', async () => {
    const { phone, connect } = await setUp()
    const { session, approved } = await connect()
    const heard: unknown[] = []
    session.watch((event) => heard.push(event))
    const other = `eip155:1:0x${'cd'.repeat(20)}` as const
    await phone.wallet.update(session.id, {
      eip155: { ...grant.namespaces.eip155, accounts: [other] },
    })
    await phone.wallet.emit(session.id, { chain: 'eip155:1', name: 'chainChanged', data: 1 })
    await phone.wallet.extend(session.id)
    expect(heard).toMatchObject([
      { type: 'accounts', accounts: [other] },
      { type: 'chain', chain: 'eip155:1' },
      { type: 'expiry' },
    ])
    expect(phone.wallet.getSessions()[0]?.expiresAt).toBeGreaterThanOrEqual(approved.expiresAt)
  })

  test('behavior: either side ends it', async () => {
    const one = await setUp()
    const { session } = await one.connect()
    await session.end()
    expect(await one.phone.next('session-ended')).toMatchObject({
      topic: session.id,
      reason: 'peer',
    })
    const two = await setUp()
    const other = await two.connect()
    const heard: unknown[] = []
    other.session.watch((event) => heard.push(event))
    await two.phone.wallet.end(other.session.id)
    await until(() => heard[0])
    expect(heard).toMatchObject([{ type: 'end' }])
  })

  test('behavior: one-click sign-in, approved and declined', async () => {
    const { shop, phone } = await setUp()
    const { outcome, uri } = shop.start(undefined, challenge)
    await phone.wallet.pair(await uri)
    const { authentication } = await phone.next('authentication')
    expect(authentication.messageFor(account)).toContain('shop.test wants you to sign in')
    await phone.wallet.authenticate(authentication.id, [
      { account, signature: '0xsigned', kind: 'eip191' },
    ])
    const { session, proofs } = await outcome
    expect(proofs).toMatchObject([
      { account, signature: '0xsigned', message: authentication.messageFor(account) },
    ])
    expect(session.namespaces.eip155?.accounts).toContain(account)
    await phone.wallet.ping(session.id)
    const again = shop.start(undefined, challenge)
    await phone.wallet.pair(await again.uri)
    await phone.wallet.reject((await phone.next('authentication', 1)).authentication.id)
    await expect(again.outcome).rejects.toMatchObject({ code: 'user-rejected' })
  })

  test('behavior: the wallet starts again between request and answer, the page between answer and reading it', async () => {
    const { relays, shop, phone, open, connect } = await setUp()
    const { session } = await connect()
    const asked = session.request('eip155:1', 'personal_sign', ['0x01'])
    await phone.next('request')
    await until(() => (phone.wallet.getPending().length === 1 ? true : undefined))
    await new Promise((resolve) => setTimeout(resolve, 20))
    phone.wallet.close()
    const again = open()
    const { request } = await again.next('request')
    relays[0]?.cut()
    await again.wallet.respond(request, { result: '0xsigned' })
    expect(await asked).toBe('0xsigned')
    const [restored] = await (await shop.load()).restore(new AbortController().signal)
    expect(restored?.id).toBe(session.id)
    await again.wallet.ping(session.id)
  })

  test.each(['duplicate', 'reorder', 'dropAcks', 'classic', 'numericIds'] as const)(
    'behavior: the whole way over a relay that does this: %s',
    async (fault) => {
      const { relays, phone, connect } = await setUp()
      for (const relay of relays) {
        relay.faults[fault] = true
      }
      const { session } = await connect()
      const asked = session.request('eip155:1', 'personal_sign', ['0x01'])
      await phone.wallet.respond((await phone.next('request')).request, { result: '0xsigned' })
      expect(await asked).toBe('0xsigned')
      expect(
        phone.told.filter(({ type }) => type === 'request' || type === 'proposal'),
      ).toHaveLength(2)
      await session.end()
      await phone.next('session-ended')
    },
  )

  test.each(['wc_proposeSession', 'irn_batchSubscribe', 'wc_approveSession', 'irn_publish'])(
    'behavior: all sockets are cut in the middle of %s',
    async (method) => {
      const { relays, phone, connect } = await setUp()
      const cuts: unknown[] = []
      relays[0]?.onFrame((direction, { json }) => {
        if (
          direction !== 'in' ||
          cuts.length > 0 ||
          (json as { method?: string }).method !== method
        )
          return undefined
        cuts.push(json)
        relays[0]?.cut()
        return 'drop'
      })
      const { session } = await connect()
      await phone.wallet.ping(session.id)
      expect(cuts).toHaveLength(1)
      expect(phone.wallet.getSessions()).toHaveLength(1)
    },
  )
})

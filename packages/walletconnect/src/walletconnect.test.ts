import {
  connect,
  createKit,
  disconnect,
  getConnection,
  prepareConnect,
  type SignInProvider,
  signMessage,
  type Transport,
} from '@latchkey/core'
import { mockRelay } from '@latchkey/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { memoryDatabase } from '../test/memory-database.ts'
import { memoryStorage } from '../test/memory-storage.ts'
import { remoteAdapter } from '../test/remote-adapter.ts'
import { challenge } from '../test/small-page.ts'
import { smallWallet } from '../test/small-wallet.ts'
import { createWallet } from './wallet.ts'
import type { WalletEvent } from './wallet-contract.ts'
import { walletconnect } from './walletconnect.ts'

const account = `eip155:1:0x${'ab'.repeat(20)}` as const
const relays = [{ url: 'ws://relay.test', projectId: 'demo' }]

const relay = { current: mockRelay() }
beforeEach(() => {
  relay.current = mockRelay()
  vi.stubGlobal('WebSocket', relay.current.WebSocket)
  vi.stubGlobal('indexedDB', memoryDatabase())
})
afterEach(() => void vi.unstubAllGlobals())

function openWallet() {
  const wallet = createWallet({
    relays,
    metadata: { name: 'Phone', description: '', url: 'https://phone.test', icons: [] },
    storage: null,
  })
  onTestFinished(() => wallet.close())
  const events: WalletEvent[] = []
  wallet.watch((event) => events.push(event))
  const next = async <T extends WalletEvent['type']>(type: T) => {
    await expect.poll(() => events.some((event) => event.type === type)).toBe(true)
    const [event] = events.splice(
      events.findIndex((one) => one.type === type),
      1,
    )
    return event as Extract<WalletEvent, { type: T }>
  }
  const namespaces = {
    eip155: {
      accounts: [account],
      methods: ['personal_sign'],
      events: ['accountsChanged', 'chainChanged'],
    },
  }
  return {
    wallet,
    next,
    async approve(uri: string) {
      await wallet.pair(uri)
      return wallet.approve((await next('proposal')).proposal.id, { namespaces })
    },
  }
}

function shop(storage = memoryStorage(), provider?: SignInProvider) {
  const load = () => {
    const kit = createKit({
      id: 'shop',
      adapters: [remoteAdapter()],
      transports: [walletconnect({ relays })],
      storage,
      metadata: { name: 'Shop' },
      ...(provider && { signIn: { provider } }),
    })
    const stop = kit.subscribe(() => {})
    onTestFinished(stop)
    const connectionNow = () => getConnection(kit, { connector: 'walletConnect' })
    const found = () => expect.poll(() => kit.getState().connectors.walletConnect).toBeDefined()
    const uri = async () => {
      await expect
        .poll(() => connectionNow())
        .toMatchObject({ status: 'connecting', prompt: { kind: 'uri' } })
      return (connectionNow() as { prompt: { uri: string } }).prompt.uri
    }
    return { kit, stop, connection: connectionNow, found, uri }
  }
  return { storage, load }
}

describe('walletconnect', () => {
  test('default: connect, sign, load again, disconnect', async () => {
    const phone = openWallet()
    const { load, storage } = shop()
    const first = load()
    await first.found()
    expect(relay.current.dials).toEqual([])
    const connecting = connect(first.kit, { connector: 'walletConnect' })
    await phone.approve(await first.uri())
    expect(await connecting).toMatchObject([{ account }])
    expect(first.connection()).toMatchObject({
      status: 'connected',
      sessions: [{ peer: { name: 'Phone' } }],
    })

    const signing = signMessage(first.kit, { message: 'hello' })
    const { request } = await phone.next('request')
    expect(request).toMatchObject({ chain: 'eip155:1', method: 'personal_sign', params: ['hello'] })
    await phone.wallet.respond(request, { result: '0x51' })
    expect(await signing).toMatchObject({ signature: '0x51', account })
    expect([...storage.entries.values()].join()).not.toContain(
      phone.wallet.getSessions()[0]?.symKey,
    )

    first.stop()
    const second = load()
    await expect.poll(() => second.connection().status).toBe('connected')
    const again = signMessage(second.kit, { message: 'again' })
    await phone.wallet.respond((await phone.next('request')).request, { result: '0x52' })
    expect(await again).toMatchObject({ signature: '0x52' })

    await disconnect(second.kit)
    expect(await phone.next('session-ended')).toMatchObject({ reason: 'peer' })
    const third = load()
    await third.found()
    expect(third.connection().status).toBe('idle')
    await expect
      .poll(() => storage.entries.has('latchkey.shop.v1.walletconnect.waiting'))
      .toBe(false)
  })

  test('behavior: no is no, in the words of core', async () => {
    const phone = openWallet()
    const { kit, found, uri } = shop().load()
    await found()
    const connecting = connect(kit, { connector: 'walletConnect' })
    connecting.catch(() => undefined)
    await phone.wallet.pair(await uri())
    await phone.wallet.reject((await phone.next('proposal')).proposal.id)
    await expect(connecting).rejects.toMatchObject({ code: 'connection-rejected' })
  })

  test('behavior: the link made on intent is the one that is shown', async () => {
    const { kit, found, uri } = shop().load()
    await found()
    const prompt = await prepareConnect(kit, { connector: 'walletConnect' })
    expect(prompt).toMatchObject({ kind: 'uri', uri: expect.stringMatching(/^wc:/) })
    const stop = new AbortController()
    connect(kit, { connector: 'walletConnect', signal: stop.signal }).catch(() => undefined)
    expect(await uri()).toBe((prompt as { uri: string }).uri)
    stop.abort()
  })

  test('behavior: approved while the page was gone: the next page is connected without a word', async () => {
    const phone = openWallet()
    const { load } = shop()
    const first = load()
    await first.found()
    connect(first.kit, { connector: 'walletConnect' }).catch(() => undefined)
    const link = await first.uri()
    await phone.wallet.pair(link)
    const { proposal } = await phone.next('proposal')
    relay.current.cut()
    first.stop()
    const second = load()
    const namespaces = { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } }
    await phone.wallet.approve(proposal.id, { namespaces })
    await expect.poll(() => second.connection().status).toBe('connected')
  })

  test('behavior: the wallet ends it, the page is disconnected', async () => {
    const phone = openWallet()
    const { kit, found, uri, connection } = shop().load()
    await found()
    const connecting = connect(kit, { connector: 'walletConnect' })
    const { topic } = await phone.approve(await uri())
    await connecting
    await phone.wallet.end(topic)
    await expect.poll(() => connection().status).toBe('idle')
  })

  test.each([true, 'one-prompt'] as const)(
    'behavior: signed in with the same tap; signIn: %s',
    async (signIn) => {
      const phone = openWallet()
      const verify = vi.fn(async () => ({ accounts: [account] }))
      const { kit, found, uri } = shop(undefined, {
        challenge: async () => challenge,
        verify,
        session: async () => null,
        signOut: async () => {},
      }).load()
      await found()
      const connecting = connect(kit, { connector: 'walletConnect', signIn })
      await phone.wallet.pair(await uri())
      const { authentication } = await phone.next('authentication')
      expect(authentication).toMatchObject({
        chains: ['eip155:1', 'eip155:137'],
        metadata: { name: 'Shop' },
      })
      await phone.wallet.authenticate(authentication.id, [
        { account, signature: '0xsigned', kind: 'eip191' },
      ])
      await connecting
      expect(verify).toHaveBeenCalledExactlyOnceWith({
        account,
        message: authentication.messageFor(account),
        signature: '0xsigned',
      })
      expect(kit.getState().signIn).toEqual({
        status: 'signed-in',
        session: { accounts: [account] },
      })
    },
  )

  test('behavior: a plain approval is asked for a signature once more', async () => {
    const wallet = await smallWallet({
      url: relays[0]?.url ?? '',
      WebSocket: relay.current.WebSocket,
    })
    onTestFinished(() => wallet.close())
    const verify = vi.fn(async () => ({ accounts: [account] }))
    const { kit, found, uri } = shop(undefined, {
      challenge: async () => challenge,
      verify,
      session: async () => null,
      signOut: async () => {},
    }).load()
    await found()
    const connecting = connect(kit, { connector: 'walletConnect', signIn: true })
    await wallet.approve(await wallet.pair(await uri()))
    await wallet.answer(await wallet.next('wc_sessionRequest'), '0xlater')
    await connecting
    expect(verify).toHaveBeenCalledWith(expect.objectContaining({ signature: '0xlater' }))
  })

  test('behavior: a kit without adapters asks for what its owner says, and passes requests on', async () => {
    const phone = openWallet()
    const raw = {
      eip155: {
        chains: ['eip155:1'] as const,
        methods: ['personal_sign'],
        events: ['accountsChanged'],
      },
    }
    const transport: Transport = walletconnect({ relays, raw, id: 'basic', name: 'Basic' })
    expect(transport).toMatchObject({
      id: 'basic',
      namespaces: ['eip155'],
      wallet: { name: 'Basic', keys: [] },
    })
    const kit = createKit({ adapters: [], transports: [transport], storage: null })
    onTestFinished(kit.subscribe(() => {}))
    await expect.poll(() => kit.getState().connectors.basic).toBeDefined()
    const connecting = connect(kit, { connector: 'basic' })
    const connectionNow = () => getConnection(kit, { connector: 'basic' })
    await expect.poll(connectionNow).toMatchObject({ prompt: { kind: 'uri' } })
    await phone.approve((connectionNow() as { prompt: { uri: string } }).prompt.uri)
    expect(await connecting).toMatchObject([{ account }])
    const { features } = kit.getState().connectors.basic ?? {}
    expect(features?.signMessage).toBeUndefined()
    const asked = features?.request?.({ chain: 'eip155:1', method: 'personal_sign', params: ['x'] })
    await phone.wallet.respond((await phone.next('request')).request, { result: '0x9' })
    expect(await asked).toBe('0x9')
  })

  test('parameters: relays', () => {
    const bad: readonly unknown[] = [
      undefined,
      [],
      'wss://relay.test',
      [{}],
      [{ url: 'https://relay.test' }],
      [{ url: 'wss://relay.test?x=1 ' }, { url: 'wss://' }],
      [{ url: 'wss://relay.test', projectId: 1 }],
      [{ url: 'wss://relay.test' }, { url: 'wss://relay.test' }],
    ]
    for (const one of bad) {
      const make = () => walletconnect({ relays: one as typeof relays })
      expect(make).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    }
  })
})

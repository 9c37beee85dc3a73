import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Seal, WalletEvent, WalletSide } from '@latchkey/walletconnect/wallet'
import { createWallet } from '@latchkey/walletconnect/wallet'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type RunningGateway, startGateway } from '../../packages/gateway/src/server/hosts/node.ts'
import { type Stranger, startStranger } from './start-stranger.ts'

const signer = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const account = `eip155:1:${signer.address}` as const
const events = ['chainChanged', 'accountsChanged']
const granted = { eip155: { accounts: [account], methods: ['personal_sign'], events } }
const asked = {
  optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events } },
}
const signIn = {
  chains: ['eip155:1', 'eip155:137'],
  methods: ['personal_sign'],
  domain: 'dapp.example',
  uri: 'https://dapp.example/login',
  nonce: 'abc12345',
  statement: 'Hello.',
}

interface Session {
  readonly topic: string
  readonly namespaces: unknown
  readonly expiry: number
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
const made = {} as { gateway: RunningGateway; relay: string; dapp: Stranger }
const rejections: unknown[] = []
const onRejection = (reason: unknown) => void rejections.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  made.gateway = await startGateway({
    dataDir: join(folder, 'data'),
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  made.relay = made.gateway.url.replace('http', 'ws')
  made.dapp = await startStranger({
    role: 'dapp',
    relay: made.relay,
    storage: join(folder, 'dapp'),
  })
})
afterAll(async () => {
  const hosts = made.dapp.events.filter(({ event }) => event === 'foreign-host')
  await made.dapp.kill()
  await made.gateway.stop()
  rmSync(folder, { recursive: true, force: true })
  process.off('unhandledRejection', onRejection)
  expect([rejections, hosts]).toEqual([[], []])
})

/** What a wallet keeps over a restart. */
function memory() {
  const items = new Map<string, string>()
  const seal: Seal = {
    close: async (clear) => btoa(encodeURIComponent(clear)),
    open: async (sealed) => decodeURIComponent(atob(sealed)),
  }
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  return { seal, storage }
}

const opened = {} as { wallet: WalletSide; kept: ReturnType<typeof memory>; told: WalletEvent[] }

function openWallet(): void {
  opened.wallet = createWallet({
    relays: [{ url: made.relay, projectId: 'demo' }],
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] },
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    ...opened.kept,
  })
  opened.told = []
  opened.wallet.watch((event) => opened.told.push(event))
}
beforeEach(() => {
  opened.kept = memory()
  openWallet()
})
afterEach(() => opened.wallet.close())

async function told<T extends WalletEvent['type']>(
  type: T,
  at = 0,
): Promise<Extract<WalletEvent, { type: T }>> {
  const find = () =>
    opened.told.filter((event): event is Extract<WalletEvent, { type: T }> => event.type === type)[
      at
    ]
  await expect.poll(find, { timeout: 10_000, interval: 5 }).toBeDefined()
  return find() as Extract<WalletEvent, { type: T }>
}

async function connect(): Promise<string> {
  const { wallet } = opened
  const { uri } = await made.dapp.call<{ uri: string }>('connect', asked)
  await wallet.pair(uri)
  const { proposal } = await told('proposal')
  const { topic } = await wallet.approve(proposal.id, { namespaces: granted })
  const session = await made.dapp.take<Session>('approved')
  expect(session).toMatchObject({ topic, namespaces: granted })
  return topic
}

const request = (topic: string, over: object = {}) =>
  made.dapp.call('request', {
    topic,
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: ['0x01'] },
    ...over,
  })

describe('the independent client as a page, our wallet', () => {
  test('default', async () => {
    const topic = await connect()
    expect(opened.wallet.getSessions()).toMatchObject([
      { topic, peer: { metadata: { name: 'dapp' } } },
    ])
  })

  test('behavior: a rejection keeps its code', async () => {
    const { uri } = await made.dapp.call<{ uri: string }>('connect', asked)
    await opened.wallet.pair(uri)
    const { proposal } = await told('proposal')
    await opened.wallet.reject(proposal.id, { code: 5002, message: 'Not these methods.' })
    expect(await made.dapp.take('not-approved')).toEqual({
      isError: false,
      value: { code: 5002, message: 'Not these methods.' },
    })
  })

  test('behavior: requests, answered and refused, at once and in any order', async () => {
    const topic = await connect()
    const signing = request(topic)
    const refusing = request(topic).catch((error: unknown) => error)
    await told('request', 1)
    const [first, second] = [(await told('request', 0)).request, (await told('request', 1)).request]
    expect(first.params).toEqual(['0x01'])
    const signature = await signer.signMessage({ message: { raw: '0x01' } })
    await opened.wallet.respond(second, { error: { code: 4001, message: 'no', data: 'why' } })
    await opened.wallet.respond(first, { result: signature })
    const outcomes = await Promise.all([signing, refusing])
    expect(outcomes).toEqual(
      expect.arrayContaining([
        signature,
        { isError: false, value: { code: 4001, message: 'no', data: 'why' } },
      ]),
    )
  })

  test('behavior: events, updates and extensions reach the page', async () => {
    const topic = await connect()
    const before = (await made.dapp.call<readonly Session[]>('sessions')).find(
      (one) => one.topic === topic,
    )
    await opened.wallet.emit(topic, { chain: 'eip155:1', name: 'chainChanged', data: 1 })
    expect(await made.dapp.take('session_event')).toMatchObject({
      topic,
      params: { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' },
    })
    const more = { eip155: { ...granted.eip155, methods: ['personal_sign', 'eth_sign'] } }
    await opened.wallet.update(topic, more)
    expect(await made.dapp.take('session_update')).toMatchObject({
      topic,
      params: { namespaces: more },
    })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await opened.wallet.extend(topic)
    await made.dapp.take('session_extend')
    const after = (await made.dapp.call<readonly Session[]>('sessions')).find(
      (one) => one.topic === topic,
    )
    expect(after?.namespaces).toEqual(more)
    expect(after?.expiry).toBeGreaterThan(before?.expiry ?? Number.POSITIVE_INFINITY)
  })

  test('behavior: pings from either side', async () => {
    const topic = await connect()
    await made.dapp.call('ping', { topic })
    await opened.wallet.ping(topic)
    await made.dapp.take('session_ping')
  })

  test('behavior: either side ends it', async () => {
    const first = await connect()
    await made.dapp.call('disconnect', { topic: first, reason: { code: 6000, message: 'bye' } })
    expect(await told('session-ended')).toMatchObject({ topic: first, reason: 'peer' })
    opened.told.length = 0
    const second = await connect()
    await opened.wallet.end(second)
    expect(await made.dapp.take('session_delete')).toMatchObject({ topic: second })
    expect(opened.wallet.getSessions()).toEqual([])
  })

  test('behavior: one-click sign-in', async () => {
    const { uri } = await made.dapp.call<{ uri: string }>('authenticate', signIn)
    await opened.wallet.pair(uri)
    const { authentication } = await told('authentication')
    expect(authentication).toMatchObject({ chains: signIn.chains, metadata: { name: 'dapp' } })
    const signature = await signer.signMessage({ message: authentication.messageFor(account) })
    const session = await opened.wallet.authenticate(authentication.id, [
      { account, signature, kind: 'eip191' },
    ])
    const answer = await made.dapp.take<{ session: Session; auths: readonly unknown[] }>(
      'authenticated',
    )
    expect(answer.auths).toMatchObject([
      { p: { iss: `did:pkh:${account}` }, s: { t: 'eip191', s: signature } },
    ])
    expect(answer.session.topic).toBe(session.topic)
    const accounts = [account, `eip155:137:${signer.address}`]
    expect(session.namespaces).toMatchObject({ eip155: { accounts, methods: ['personal_sign'] } })
    expect(answer.session.namespaces).toMatchObject({
      eip155: { accounts, methods: ['personal_sign'] },
    })
    const asking = request(session.topic, { chainId: 'eip155:137' })
    const { request: open } = await told('request')
    await opened.wallet.respond(open, { result: '0xsigned' })
    expect(await asking).toBe('0xsigned')
    expect(opened.told.filter(({ type }) => type === 'proposal')).toEqual([])
  })

  test('behavior: one-click sign-in, declined or signed by another', async () => {
    const once = await made.dapp.call<{ uri: string }>('authenticate', signIn)
    await opened.wallet.pair(once.uri)
    await opened.wallet.reject((await told('authentication')).authentication.id, {
      code: 5000,
      message: 'Not now.',
    })
    expect(JSON.stringify(await made.dapp.take('not-authenticated'))).toContain('Not now.')
    opened.told.length = 0
    const again = await made.dapp.call<{ uri: string }>('authenticate', signIn)
    await opened.wallet.pair(again.uri)
    const { authentication } = await told('authentication')
    const signature = await signer.signMessage({ message: 'something else' })
    await opened.wallet.authenticate(authentication.id, [{ account, signature, kind: 'eip191' }])
    expect(JSON.stringify(await made.dapp.take('not-authenticated'))).toContain('7000')
  })

  test('behavior: restarted from storage; what waited is shown again, what came meanwhile too', async () => {
    const topic = await connect()
    const before = request(topic)
    await told('request')
    await expect
      .poll(() => opened.kept.storage.getItem('latchkey.wallet-default.v1.walletconnect.wallet'))
      .toBeTruthy()
    opened.wallet.close()
    const missed = request(topic)
    await made.dapp.take('session_request_sent')
    await made.dapp.take('session_request_sent')
    openWallet()
    await told('request', 1)
    expect(opened.wallet.getSessions()).toMatchObject([{ topic }])
    for (const event of opened.wallet.getPending()) {
      if (event.type === 'request')
        await opened.wallet.respond(event.request, { result: '0xlater' })
    }
    expect(await Promise.all([before, missed])).toEqual(['0xlater', '0xlater'])
    expect(opened.told.filter(({ type }) => type === 'request')).toHaveLength(2)
  })

  test('behavior: an answer is fetched by a page that was away', async () => {
    const topic = await connect()
    const answer = request(topic)
    const { request: open } = await told('request')
    await made.dapp.call('closeTransport')
    await opened.wallet.respond(open, { result: '0xmeanwhile' })
    await made.dapp.call('openTransport')
    expect(await answer).toBe('0xmeanwhile')
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connect,
  createKit,
  disconnect,
  getAccount,
  type Kit,
  type Prompt,
  type Proof,
  prepareConnect,
  prepareSend,
  send,
  signMessage,
  switchChain,
  type TransportContext,
  watchTransaction,
} from '@latchkey/core'
import { accounts, devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import { hasCode } from '@latchkey/protocol'
import { walletconnect } from '@latchkey/walletconnect'
import { type Hex, hexToString, verifyMessage } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type GatewayProcess, startProcess } from '../packages/gateway/src/test/start-process.ts'
import { openPage } from '../packages/walletconnect/src/page/open-page.ts'
import { memoryStorage } from '../packages/walletconnect/test/memory-storage.ts'
import { makeSeal } from '../packages/walletconnect/test/small-page.ts'
import { type Stranger, startStranger } from './peer/start-stranger.ts'

const [ada, grace] = accounts
const adaSigner = mnemonicToAccount('test test test test test test test test test test test junk')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
const made = {} as { gateway: GatewayProcess; port: string; devnet: EvmDevnet; wallet: Stranger; unhandled: unknown[] }
const relay = (): string => `ws://127.0.0.1:${made.port}`
const note = (reason: unknown): void => void made.unhandled.push(reason)

type Signing = { readonly nonce: string; readonly proofs: Proof[] }
function load(signing?: Signing): Kit {
  const chains = [devnetChain(made.devnet.url), { ...devnetChain(made.devnet.url), id: 'eip155:10' as const }]
  const kit = createKit({
    adapters: [evm({ chains })],
    transports: [walletconnect({ relays: [{ url: relay() }] })],
    metadata: { name: 'Shop', description: 'Sells', url: 'https://shop.example', icons: [] },
    storage: null,
    ...(signing && {
      signIn: {
        getChallenge: async () => ({
          domain: 'shop.example',
          uri: 'https://shop.example/in',
          nonce: signing.nonce,
          issuedAt: new Date().toISOString(),
        }),
        verify: async (proof) => void signing.proofs.push(proof),
      },
    }),
  })
  kit.subscribe(() => undefined)
  return kit
}
const grantOf = (...addresses: readonly string[]) => ({
  eip155: {
    chains: ['eip155:31337', 'eip155:10'],
    accounts: addresses.flatMap((address) => [`eip155:31337:${address}`, `eip155:10:${address}`]),
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
  },
})
interface Proposal {
  readonly id: number
  readonly params: {
    readonly requiredNamespaces: unknown
    readonly optionalNamespaces: Readonly<Record<string, { readonly chains: readonly string[] }>>
    readonly proposer: { readonly metadata: { readonly name: string; readonly url: string } }
  }
}
interface Asked {
  readonly id: number
  readonly topic: string
  readonly params: {
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown[] }
  }
}

/** Begins a connection and hands its link to the stranger. */
async function propose(kit: Kit, signIn = false) {
  await vi.waitFor(() => expect(kit.getState().connectors.walletConnect).toBeDefined())
  const prompt = await prepareConnect(kit, { connector: 'walletConnect', signIn })
  const connected = connect(kit, { connector: 'walletConnect', signIn })
  connected.catch(() => undefined)
  await vi.waitFor(() => {
    const connection = kit.getState().connections.walletConnect
    expect(connection?.status === 'connecting' && connection.prompt).toEqual(prompt)
  })
  if (prompt?.kind !== 'uri') throw new Error('no link')
  await made.wallet.call('pair', { uri: prompt.uri })
  return { connected, uri: prompt.uri }
}

async function settle(kit: Kit, ...addresses: readonly string[]): Promise<string> {
  const { connected } = await propose(kit)
  const { id } = await made.wallet.take<Proposal>('session_proposal')
  const { topic } = await made.wallet.call<{ topic: string }>('approve', { id, namespaces: grantOf(...addresses) })
  await made.wallet.take('acknowledged')
  await connected
  return topic
}
const respond = ({ id, topic }: Asked, answer: object) =>
  made.wallet.call('respond', { topic, response: { id, jsonrpc: '2.0', ...answer } })

beforeAll(async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  made.unhandled = []
  process.on('unhandledRejection', note)
  made.gateway = await startProcess(join(folder, 'data'))
  made.port = new URL(made.gateway.url).port
  made.devnet = await startEvmDevnet()
})
beforeEach(async () => {
  made.wallet = await startStranger({ role: 'wallet', relay: relay(), storage: join(folder, `${Math.random()}`) })
})
afterEach(async () => {
  expect(made.wallet.events.filter(({ event }) => event === 'foreign-host')).toEqual([])
  expect(made.unhandled).toEqual([])
  await made.wallet.kill()
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await made.gateway?.kill()
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
  vi.unstubAllGlobals()
})

describe('a page and an independent wallet, through the relay', () => {
  test('behavior: pairs, proposes bare namespaces, is approved', async () => {
    const kit = load()
    const { connected } = await propose(kit)
    const proposal = await made.wallet.take<Proposal>('session_proposal')
    expect(proposal.params.requiredNamespaces).toEqual({})
    expect(proposal.params.optionalNamespaces).toMatchObject({ eip155: { chains: ['eip155:31337', 'eip155:10'] } })
    expect(Object.keys(proposal.params.optionalNamespaces)).toEqual(['eip155'])
    expect(proposal.params.proposer.metadata).toMatchObject({ name: 'Shop', url: 'https://shop.example' })
    await made.wallet.call('approve', { id: proposal.id, namespaces: grantOf(ada.address) })
    await made.wallet.take('acknowledged')
    expect((await connected).map(({ account }) => account)).toEqual([`eip155:31337:${ada.address}`])
    const connection = kit.getState().connections.walletConnect
    expect(connection?.status === 'connected' && connection.sessions[0]?.peer?.name).toBe('wallet')
    await disconnect(kit)
  })

  test('behavior: a refusal keeps its meaning, and the next try succeeds', async () => {
    const kit = load()
    const { connected } = await propose(kit)
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('reject', { id, reason: { code: 5000, message: 'User rejected.' } })
    const error = await connected.catch((reason: unknown) => reason)
    expect(hasCode(error, 'connection-rejected')).toBe(true)
    expect(kit.getState().connections.walletConnect).toMatchObject({ status: 'failed' })
    await settle(kit, ada.address)
    expect(getAccount(kit).status).toBe('connected')
    await disconnect(kit)
  })

  test('behavior: signs, is refused, and gets an error without a code', async () => {
    const kit = load()
    await settle(kit, ada.address)
    const signed = signMessage(kit, { message: 'Hello' })
    const asked = await made.wallet.take<Asked>('session_request')
    expect(asked.params).toMatchObject({ chainId: 'eip155:31337', request: { method: 'personal_sign' } })
    const text = hexToString(asked.params.request.params[0] as Hex)
    await respond(asked, { result: await adaSigner.signMessage({ message: text }) })
    const { signature } = await signed
    expect(await verifyMessage({ address: ada.address, message: 'Hello', signature: signature as Hex })).toBe(true)

    for (const [error, code] of [
      [{ code: 5000, message: 'User rejected.' }, 'user-rejected'],
      [{ code: 4001, message: 'User rejected.' }, 'user-rejected'],
    ] as const) {
      const refused = signMessage(kit, { message: 'No' }).catch((reason: unknown) => reason)
      await respond(await made.wallet.take<Asked>('session_request'), { error })
      expect(await refused).toMatchObject({ code })
    }
    await disconnect(kit)
  })

  test('behavior: what it sends moves on the chain', async () => {
    const kit = load()
    await settle(kit, ada.address)
    const asset = kit.adapters.eip155?.nativeAsset(kit.chains[0] as never)
    if (!asset) throw new Error('no coin')
    const to = '0x00000000000000000000000000000000000000cc'
    const { transaction } = await prepareSend(kit, { asset, amount: 12345n, to })
    const sent = send(kit, { id: transaction.id })
    const asked = await made.wallet.take<Asked>('session_request')
    expect(asked.params.request.method).toBe('eth_sendTransaction')
    const hash = await rpc('eth_sendTransaction', asked.params.request.params)
    await respond(asked, { result: hash })
    await sent
    expect(await watchTransaction(kit, { id: transaction.id })).toMatchObject({ status: 'confirmed', hash })
    expect(BigInt((await rpc('eth_getBalance', [to, 'latest'])) as string)).toBe(12345n)
    await disconnect(kit)
  })

  test('behavior: hears accounts, chain, update, extension and ping, and switches without asking', async () => {
    const kit = load()
    const topic = await settle(kit, ada.address)
    const { wallet } = made
    await wallet.call('update', { topic, namespaces: grantOf(grace.address, ada.address) })
    await vi.waitFor(() => expect(getAccount(kit).address).toBe(grace.address))
    await wallet.call('emit', { topic, chainId: 'eip155:10', event: { name: 'chainChanged', data: 10 } })
    await vi.waitFor(() => expect(getAccount(kit).chain).toBe('eip155:10'))
    await wallet.call('emit', { topic, chainId: 'eip155:10', event: { name: 'accountsChanged', data: [ada.address] } })
    await vi.waitFor(() => expect(getAccount(kit).address).toBe(ada.address))
    const expiry = (): number | undefined => {
      const connection = kit.getState().connections.walletConnect
      return connection?.status === 'connected' ? connection.sessions[0]?.expiresAt : undefined
    }
    const before = expiry() ?? 0
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await wallet.call('extend', { topic })
    await vi.waitFor(() => expect(expiry()).toBeGreaterThan(before))
    await wallet.call('ping', { topic })
    await switchChain(kit, { chain: 'eip155:31337' })
    expect(getAccount(kit).chain).toBe('eip155:31337')
    expect(wallet.events.some(({ event }) => event === 'session_request')).toBe(false)
    await disconnect(kit)
  })

  test('behavior: either side ends it, and the other knows', async () => {
    const kit = load()
    await settle(kit, ada.address)
    await disconnect(kit)
    await made.wallet.take('session_delete')
    const topic = await settle(kit, ada.address)
    await made.wallet.call('disconnect', { topic, reason: { code: 6000, message: 'User disconnected.' } })
    await vi.waitFor(() => expect(getAccount(kit).status).toBe('disconnected'))
    expect(await made.wallet.call('sessions')).toEqual([])
  })

  test('behavior: connects and signs in with one question', async () => {
    const signing: Signing = { nonce: 'abcdefgh12345678', proofs: [] }
    const kit = load(signing)
    const { connected } = await propose(kit, true)
    const { id, params } = await made.wallet.take<{
      id: number
      params: { authPayload: { chains: string[] } & Record<string, unknown> }
    }>('session_authenticate')
    expect(params.authPayload).toMatchObject({ domain: 'shop.example', nonce: signing.nonce })
    const iss = `eip155:31337:${ada.address}`
    const message = await made.wallet.call<string>('formatAuthMessage', { request: params.authPayload, iss })
    const signature = await adaSigner.signMessage({ message })
    const { type: _, chains: __, ...payload } = params.authPayload
    const auth = {
      h: { t: 'caip122' },
      p: { ...payload, iss: `did:pkh:${iss}` },
      s: { t: 'eip191', s: signature },
    }
    await made.wallet.call('approveSessionAuthenticate', { id, auths: [auth] })
    expect((await connected).map(({ account }) => account)).toEqual([iss])
    expect(signing.proofs).toHaveLength(1)
    const [proof] = signing.proofs
    expect(proof?.message).toContain(`Nonce: ${signing.nonce}`)
    const parts = { address: ada.address, message: proof?.message ?? '', signature: proof?.signature as Hex }
    expect(await verifyMessage(parts)).toBe(true)
    await disconnect(kit)
  })

  test('behavior: a wallet that knows no one-click sign-in is asked once more', async () => {
    await made.wallet.kill()
    made.wallet = await startStranger({ role: 'wallet', relay: relay(), isAuthenticating: false })
    const signing: Signing = { nonce: 'abcdefgh12345678', proofs: [] }
    const kit = load(signing)
    const { connected } = await propose(kit, true)
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('approve', { id, namespaces: grantOf(ada.address) })
    const asked = await made.wallet.take<Asked>('session_request')
    const message = hexToString(asked.params.request.params[0] as Hex)
    expect(message).toContain(`Nonce: ${signing.nonce}`)
    await respond(asked, { result: await adaSigner.signMessage({ message }) })
    await connected
    expect(signing.proofs).toHaveLength(1)
    await disconnect(kit)
  })

  test('behavior: a request survives the relay that is killed and started again', async () => {
    const kit = load()
    await settle(kit, ada.address)
    const signed = signMessage(kit, { message: 'Hello' })
    const asked = await made.wallet.take<Asked>('session_request')
    await made.wallet.take('relayer_connect')
    await made.gateway.kill()
    const signature = await adaSigner.signMessage({ message: 'Hello' })
    made.gateway = await startProcess(join(folder, 'data'), { LATCHKEY_GATEWAY_PORT: made.port })
    await made.wallet.take('relayer_connect', 45_000)
    await respond(asked, { result: signature })
    expect(await signed).toMatchObject({ signature })
    await disconnect(kit)
  }, 60_000)
})

describe('a page that is loaded again, and an independent wallet', () => {
  const chains = [{ id: 'eip155:31337' }] as never
  const never = new AbortController().signal
  async function loads() {
    const seal = await makeSeal()
    const { eip155 } = { eip155: { methods: ['personal_sign'], events: ['accountsChanged'] } }
    const context = { kit: 'shop', storage: memoryStorage(), metadata: { name: 'Shop' }, needs: { eip155 } }
    const loadPage = () => openPage({ context, relays: [{ url: relay() }], seal })
    return { context, loadPage }
  }
  const request = (context: TransportContext) => ({ context, chains, signal: never })

  test('behavior: goes on with its session, and the wallet is asked nothing', async () => {
    const { context, loadPage } = await loads()
    const first = await loadPage()
    const prompt = await first.prepare(request(context))
    const started = first.start({ ...request(context), onPrompt: () => undefined })
    if (prompt.kind !== 'uri') throw new Error('no link')
    await made.wallet.call('pair', { uri: prompt.uri })
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('approve', { id, namespaces: grantOf(ada.address) })
    const { session } = await started

    const second = await loadPage()
    const [again] = await second.restore(never)
    expect(again?.id).toBe(session.id)
    const signed = again?.request('eip155:31337', 'personal_sign', ['0x00', ada.address])
    const asked = await made.wallet.take<Asked>('session_request')
    await respond(asked, { result: '0x5167' })
    expect(await signed).toBe('0x5167')
    expect(made.wallet.events.filter(({ event }) => event === 'session_request')).toHaveLength(1)
    expect([...context.storage.entries.values()].join()).not.toMatch(new RegExp(`${session.id}|${ada.address}`, 'i'))

    // Ended by the wallet while no page was open: the next one learns of it.
    await made.wallet.call('disconnect', { topic: session.id, reason: { code: 6000, message: 'User disconnected.' } })
    const third = await loadPage()
    const [dead] = await third.restore(never)
    await vi.waitFor(async () => expect(await (await loadPage()).restore(never)).toEqual([]))
    if (dead)
      await expect(dead.request('eip155:31337', 'personal_sign', [])).rejects.toMatchObject({ code: 'session-ended' })
  })

  test('behavior: a handshake whose page was dropped is finished by the next page', async () => {
    const { context, loadPage } = await loads()
    const first = await loadPage()
    let uri = ''
    const onPrompt = (prompt: Prompt): void => {
      if (prompt.kind === 'uri') uri = prompt.uri
    }
    first.start({ ...request(context), onPrompt }).catch(() => undefined)
    await vi.waitFor(() => expect(uri).not.toBe(''))
    await made.wallet.call('pair', { uri })
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    // Another page of the same site, as after a phone has discarded the first: both may hear the answer.
    const second = await loadPage()
    const restored = second.restore(never)
    await made.wallet.call('approve', { id, namespaces: grantOf(ada.address) })
    await made.wallet.take('acknowledged')
    expect((await restored).map(({ namespaces }) => Object.keys(namespaces))).toEqual([['eip155']])
    expect(await made.wallet.call<unknown[]>('sessions')).toHaveLength(1)
  })

  test('behavior: a wallet whose clock is a day ahead refuses the link as expired', async () => {
    await made.wallet.kill()
    made.wallet = await startStranger({ role: 'wallet', relay: relay(), clockOffsetMs: 86_400_000 })
    const { context, loadPage } = await loads()
    const page = await loadPage()
    const prompt = await page.prepare(request(context))
    if (prompt.kind !== 'uri') throw new Error('no link')
    await expect(made.wallet.call('pair', { uri: prompt.uri })).rejects.toMatchObject({ isError: true })
  })
})

async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(made.devnet.url, { method: 'POST', headers, body })
  return ((await response.json()) as { result?: unknown }).result
}

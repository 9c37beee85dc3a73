import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, getAccount, prepareConnect, signMessage } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { createWallet, type WalletEvent, type WalletSide } from '@latchkey/walletconnect/wallet'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  ada,
  grantOf,
  load,
  made,
  type Proposal,
  propose,
  relay,
  settle,
  withWorld,
} from './page-world.ts'
import { type Stranger, startStranger } from './start-stranger.ts'

withWorld()

const minutes = 60_000
const week = 7 * 24 * 60 * minutes
/** The client of the other side looks at its clock every five seconds. */
const soon = { timeout: 15_000, interval: 50 }
const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error) => (hasCode(error) ? error.code : error),
  )

/** This process's clock is so much further on, until the test is over. */
function moveOurClock(ms: number): void {
  const { now } = Date
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + ms)
  onTestFinished(() => spy.mockRestore())
}

describe('our page, the independent client as the wallet', () => {
  test('behavior: a session ends for both when its week is over, and a request says so', async () => {
    const kit = load()
    const topic = await settle(kit, ada.address)
    await made.wallet.call('moveClock', week + minutes)
    expect(await made.wallet.take('session_expire')).toMatchObject({ topic })
    expect(await made.wallet.call('sessions')).toEqual([])
    expect(getAccount(kit).status).toBe('connected')
    moveOurClock(week + minutes)
    expect(await codeOf(signMessage(kit, { message: 'Late' }))).toBe('session-expired')
    await vi.waitFor(() => expect(getAccount(kit).status).toBe('disconnected'))
  })

  test('behavior: extended before, it lives on, and a week later it ends', async () => {
    const kit = load()
    const topic = await settle(kit, ada.address)
    const ends = (): number => {
      const connection = kit.getState().connections.walletConnect
      return connection?.status === 'connected' ? (connection.sessions[0]?.expiresAt ?? 0) : 0
    }
    const before = ends()
    await made.wallet.call('moveClock', week / 2)
    await made.wallet.call('extend', { topic })
    await vi.waitFor(() => expect(ends() - before).toBeGreaterThanOrEqual(0))
    await made.wallet.call('moveClock', week / 2 + minutes)
    // By its own clock the wallet has half a week left.
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(made.wallet.events.some(({ event }) => event === 'session_expire')).toBe(false)
    await made.wallet.call('moveClock', week / 2)
    expect(await made.wallet.take('session_expire')).toMatchObject({ topic })
  })

  test('behavior: a proposal not answered in time can be answered no more; the code that followed it can', async () => {
    const kit = load()
    const { connected, uri } = await propose(kit)
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('moveClock', 6 * minutes)
    expect(await made.wallet.take('proposal_expire')).toMatchObject({ id })
    expect(
      await codeOf(made.wallet.call('approve', { id, namespaces: grantOf(ada.address) })),
    ).not.toBe('none')
    expect(await codeOf(made.wallet.call('pair', { uri }))).toMatchObject({ isError: true })

    moveOurClock(6 * minutes)
    const shown = (): string | undefined => {
      const connection = kit.getState().connections.walletConnect
      const prompt = connection?.status === 'connecting' ? connection.prompt : undefined
      return prompt?.kind === 'uri' ? prompt.uri : undefined
    }
    await vi.waitFor(() => expect(shown()).not.toBe(uri), soon)
    await made.wallet.call('pair', { uri: shown() })
    const renewed = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('approve', { id: renewed.id, namespaces: grantOf(ada.address) })
    await connected
    expect(getAccount(kit).status).toBe('connected')
  })

  test('behavior: a link prepared long ago is not the one that is shown', async () => {
    const kit = load()
    await vi.waitFor(() => expect(kit.getState().connectors.walletConnect).toBeDefined())
    const prepared = await prepareConnect(kit, { connector: 'walletConnect' })
    moveOurClock(6 * minutes)
    await made.wallet.call('moveClock', 6 * minutes)
    const connecting = connect(kit, { connector: 'walletConnect' })
    connecting.catch(() => undefined)
    await vi.waitFor(() => {
      const connection = kit.getState().connections.walletConnect
      const prompt = connection?.status === 'connecting' ? connection.prompt : undefined
      expect(prompt?.kind).toBe('uri')
      expect(prompt).not.toEqual(prepared)
    }, soon)
    if (prepared?.kind !== 'uri') throw new Error('no link')
    expect(await codeOf(made.wallet.call('pair', { uri: prepared.uri }))).toMatchObject({
      isError: true,
    })
  })
})

describe('the independent client as the page, our wallet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-expiry-'))
  const held = {} as { dapp: Stranger; wallet: WalletSide; told: WalletEvent[] }
  const asked = {
    optionalNamespaces: {
      eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: [] },
    },
  }
  const granted = {
    eip155: {
      accounts: [`eip155:31337:${ada.address}` as const],
      methods: ['personal_sign'],
      events: [],
    },
  }
  beforeEach(async () => {
    held.dapp = await startStranger({
      role: 'dapp',
      relay: relay(),
      storage: join(folder, `${Math.random()}`),
    })
    held.wallet = createWallet({
      relays: [{ url: relay() }],
      metadata: { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] },
      storage: null,
      WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    })
    held.told = []
    held.wallet.watch((event) => held.told.push(event))
  })
  afterEach(async () => {
    held.wallet.close()
    expect(held.dapp.events.filter(({ event }) => event === 'foreign-host')).toEqual([])
    await held.dapp.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  async function told<T extends WalletEvent['type']>(
    type: T,
  ): Promise<Extract<WalletEvent, { type: T }>> {
    const find = () =>
      held.told.find((event): event is Extract<WalletEvent, { type: T }> => event.type === type)
    await expect.poll(find, soon).toBeDefined()
    return find() as Extract<WalletEvent, { type: T }>
  }
  async function connected(): Promise<string> {
    const { uri } = await held.dapp.call<{ uri: string }>('connect', asked)
    await held.wallet.pair(uri)
    const { topic } = await held.wallet.approve((await told('proposal')).proposal.id, {
      namespaces: granted,
    })
    await held.dapp.take('approved')
    return topic
  }

  test('behavior: a proposal expires for both', async () => {
    const { uri } = await held.dapp.call<{ uri: string }>('connect', asked)
    await held.wallet.pair(uri)
    const { proposal } = await told('proposal')
    await held.dapp.call('moveClock', 6 * minutes)
    expect(JSON.stringify(await held.dapp.take('not-approved'))).toContain('Proposal expired')
    moveOurClock(6 * minutes)
    expect(await told('expired')).toMatchObject({ id: proposal.id })
    expect(await codeOf(held.wallet.approve(proposal.id, { namespaces: granted }))).not.toBe('none')
    expect(held.wallet.getPending()).toEqual([])
  })

  test('behavior: a link that is over is followed nowhere', async () => {
    const { uri } = await held.dapp.call<{ uri: string }>('connect', asked)
    moveOurClock(6 * minutes)
    expect(await codeOf(held.wallet.pair(uri))).toBe('pairing-expired')
  })

  test('behavior: a session ends for both when its week is over', async () => {
    const topic = await connected()
    await held.dapp.call('moveClock', week + minutes)
    expect(await held.dapp.take('session_expire')).toMatchObject({ topic })
    moveOurClock(week + minutes)
    expect(await told('session-ended')).toMatchObject({ topic, reason: 'expiry' })
    expect(await codeOf(held.wallet.ping(topic))).toBe('session-ended')
  })

  test('behavior: a request not answered in time is taken from the visitor, and the page is told', async () => {
    const topic = await connected()
    const request = {
      topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: ['0x01'] },
    }
    const asking = held.dapp.call('request', request).catch((error: unknown) => error)
    const { request: shown } = await told('request')
    moveOurClock(6 * minutes)
    expect(await told('expired')).toMatchObject({ id: shown.id })
    expect(await asking).toMatchObject({ value: { code: 8000 } })
  })
})

import type { WalletProposal, WalletRequest, WalletSide } from '@latchkey/walletconnect/wallet'
import { hashTypedData, toHex, verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogEntry, WalletStore } from '../wallet.ts'
import { createFakeSide, type FakeSide, shopMetadata } from './fake-side.ts'
import { openPhone } from './open-phone.ts'
import type { Phone } from './phone-contract.ts'
import type { VisitorQuestion } from './phone-state.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const topic = 'b'.repeat(64)
const devnet = 'eip155:31337'
const added = { id: 1337, name: 'Mine', symbol: 'COIN', decimals: 18, rpcUrl: 'http://localhost:1' }
vi.hoisted(() => {
  const none = 'http://127.0.0.1:1'
  const families = { solana: none, bitcoin: none, stacks: none }
  Object.assign(globalThis, { __NODE_URL__: none, __FAMILY_NODES__: families })
})

function memoryStore(): WalletStore & { readonly log: LogEntry[] } {
  const kept = { state: { sites: {}, chains: [added] } as ReturnType<WalletStore['readState']> }
  const log: LogEntry[] = []
  return {
    log,
    readState: () => kept.state,
    writeState(state) {
      kept.state = state
    },
    readLog: () => log,
    addToLog: (entry) => void log.unshift(entry),
    readAccountCount: () => 2,
    writeAccountCount: () => undefined,
    clearStorage: () => undefined,
    watch: () => () => undefined,
    version: () => 0,
  }
}

function proposal(parts: Partial<WalletProposal> = {}): WalletProposal {
  const wanted = {
    chains: [devnet, 'eip155:1'],
    methods: ['personal_sign', 'eth_sign'],
    events: ['chainChanged', 'accountsChanged', 'x'],
  }
  return {
    id: 7,
    pairingTopic: topic,
    expiresAt: Date.now() + 1e6,
    metadata: shopMetadata,
    required: {},
    optional: { eip155: wanted as never },
    ...parts,
  }
}

describe('openPhone', () => {
  const run = {} as { side: FakeSide; phone: Phone; store: ReturnType<typeof memoryStore> }
  const asked = (): VisitorQuestion => run.phone.read().asked[0] as VisitorQuestion
  const answered = (name: string) =>
    vi.waitFor(() => {
      const found = run.side.calls.find((call) => call[0] === name)
      if (!found) throw new Error(`${name} was not called`)
      return found
    })
  const connect = async (): Promise<void> => {
    await run.side.emitWalletEvent({ type: 'proposal', proposal: proposal() })
    await run.phone.approve(asked(), [grace, ada])
  }
  const request = (
    method: string,
    params: unknown,
    parts: Partial<WalletRequest> = {},
  ): Promise<void> =>
    run.side.emitWalletEvent({
      type: 'request',
      request: {
        id: 9,
        topic,
        chain: devnet,
        method,
        params,
        expiresAt: Date.now() + 1e6,
        ...parts,
      },
    })

  beforeEach(() => {
    run.side = createFakeSide()
    run.store = memoryStore()
    run.phone = openPhone({
      store: run.store,
      create: () => run.side as WalletSide,
      relays: [],
      openLink: () => {},
      origin: 'http://localhost:4303',
    })
  })
  afterEach(() => run.phone.stop())

  test('default', async () => {
    await run.phone.pair(' wc:1@2 ')
    expect(run.side.calls).toEqual([['pair', 'wc:1@2']])
    await connect()
    expect(run.side.calls[1]).toEqual([
      'approve',
      7,
      {
        namespaces: {
          eip155: {
            chains: [devnet],
            accounts: [`${devnet}:${grace}`, `${devnet}:${ada}`],
            methods: ['personal_sign'],
            events: ['chainChanged', 'accountsChanged'],
          },
        },
      },
    ])
    expect(run.phone.read()).toMatchObject({
      asked: [],
      answered: { outcome: 'Approved' },
      sessions: [{ topic }],
    })
    expect(run.store.log).toMatchObject([
      { what: 'Connect', outcome: 'Approved', origin: 'http://localhost:4300 (by link)' },
    ])
  })

  test('behavior: what is required and not had can only be rejected', async () => {
    const required = {
      eip155: { chains: ['eip155:1' as const], methods: ['eth_sign'], events: [] },
      cosmos: { methods: [], events: [] },
    }
    await run.side.emitWalletEvent({ type: 'proposal', proposal: proposal({ required }) })
    expect(asked()).toMatchObject({ terms: { missing: ['eip155:1', 'eth_sign', 'cosmos'] } })
    await run.phone.reject(asked())
    expect(run.side.calls).toEqual([['reject', 7]])
    expect(run.phone.read()).toMatchObject({ asked: [], answered: { outcome: 'Rejected' } })
  })

  test('behavior: a message is signed by the account that the page names', async () => {
    await connect()
    await request('personal_sign', [toHex('hello'), grace])
    await vi.waitFor(() =>
      expect(asked()).toMatchObject({
        kind: 'request',
        approval: { kind: 'message', text: 'hello', account: grace },
      }),
    )
    await run.phone.approve(asked(), [ada])
    const [, of, answer] = await answered('respond')
    expect(of).toMatchObject({ id: 9, topic })
    const { result } = answer as { result: `0x${string}` }
    expect(await verifyMessage({ address: grace, message: 'hello', signature: result })).toBe(true)
  })

  test('behavior: rejecting, a foreign account and an unknown chain are errors of the wire', async () => {
    await connect()
    await request('personal_sign', [toHex('hello'), ada])
    await vi.waitFor(() => expect(asked()).toBeDefined())
    await run.phone.reject(asked())
    expect(await answered('respond')).toMatchObject([
      'respond',
      { id: 9 },
      { error: { code: 4001 } },
    ])
    run.side.calls.length = 0
    await request('personal_sign', [toHex('hello'), '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'], {
      id: 10,
    })
    expect(await answered('respond')).toMatchObject([
      'respond',
      { id: 10 },
      { error: { code: 4100 } },
    ])
    run.side.calls.length = 0
    await request('personal_sign', [toHex('hello'), ada], { id: 11, chain: 'eip155:1' })
    expect(await answered('respond')).toMatchObject([
      'respond',
      { id: 11 },
      { error: { code: 4901 } },
    ])
    expect(run.phone.read().asked).toEqual([])
  })

  test('behavior: typed data of another chain is refused without a question', async () => {
    await connect()
    const typed = {
      types: { Mail: [{ name: 'text', type: 'string' }] },
      domain: { chainId: 1 },
      primaryType: 'Mail',
      message: { text: 'a' },
    } as const
    expect(hashTypedData(typed)).toMatch(/^0x/)
    await request('eth_signTypedData_v4', [ada, JSON.stringify(typed)])
    expect(await answered('respond')).toMatchObject([
      'respond',
      { id: 9 },
      { error: { code: -32602 } },
    ])
  })

  test('behavior: a switch moves the session and says so', async () => {
    await connect()
    await request('wallet_switchEthereumChain', [{ chainId: '0x539' }])
    await vi.waitFor(() =>
      expect(asked()).toMatchObject({ approval: { kind: 'switch-chain', chain: added } }),
    )
    await run.phone.approve(asked(), [ada])
    expect(await answered('emit')).toEqual([
      'emit',
      topic,
      { chain: 'eip155:1337', name: 'chainChanged', data: 1337 },
    ])
    expect(run.side.sessions[0]?.namespaces.eip155).toMatchObject({
      chains: ['eip155:1337', devnet],
      accounts: [
        `eip155:1337:${grace}`,
        `eip155:1337:${ada}`,
        `${devnet}:${grace}`,
        `${devnet}:${ada}`,
      ],
    })
  })

  test('behavior: another account comes first and is said', async () => {
    await connect()
    await run.phone.selectAccount(topic, ada)
    expect(await answered('emit')).toEqual([
      'emit',
      topic,
      { chain: devnet, name: 'accountsChanged', data: [ada, grace] },
    ])
    await run.phone.selectChain(topic, 'eip155:1337')
    await run.phone.extend(topic)
    await run.phone.end(topic)
    expect(run.side.calls.map(([name]) => name)).toEqual([
      'approve',
      'update',
      'emit',
      'update',
      'emit',
      'extend',
      'end',
    ])
    expect(run.phone.read().sessions).toEqual([])
  })

  test('behavior: an event that was not granted is not sent', async () => {
    await run.side.emitWalletEvent({
      type: 'proposal',
      proposal: proposal({ optional: { eip155: { chains: [devnet], methods: [], events: [] } } }),
    })
    await run.phone.approve(asked(), [ada, grace])
    await run.phone.selectAccount(topic, grace)
    expect(run.side.calls.map(([name]) => name)).toEqual(['approve', 'update'])
  })

  test('behavior: one-click sign-in is signed for the chains this wallet knows', async () => {
    const messageFor = (account: string) => `sign in as ${account}`
    await run.side.emitWalletEvent({
      type: 'authentication',
      authentication: {
        id: 3,
        pairingTopic: topic,
        expiresAt: Date.now() + 1e6,
        metadata: shopMetadata,
        chains: ['eip155:1', devnet],
        messageFor,
      },
    })
    await run.phone.approve(asked(), [grace])
    const [, id, proofs] = await answered('authenticate')
    expect([id, proofs]).toEqual([
      3,
      [{ account: `${devnet}:${grace}`, kind: 'eip191', signature: expect.any(String) }],
    ])
    const [{ signature }] = proofs as [{ signature: `0x${string}` }]
    expect(
      await verifyMessage({ address: grace, message: messageFor(`${devnet}:${grace}`), signature }),
    ).toBe(true)
  })

  test('behavior: what expired or ended is asked no more', async () => {
    await connect()
    await request('personal_sign', [toHex('hello'), ada])
    await vi.waitFor(() => expect(asked()).toBeDefined())
    await run.side.emitWalletEvent({ type: 'session-ended', topic, reason: 'peer' })
    await run.side.emitWalletEvent({ type: 'proposal', proposal: proposal({ id: 8 }) })
    const late = asked()
    await run.side.emitWalletEvent({ type: 'expired', id: 8 })
    expect(run.phone.read().asked).toEqual([])
    await run.phone.approve(late, [ada])
    expect(run.side.calls.map(([name]) => name)).toEqual(['approve'])
  })

  test('behavior: a link is followed as soon as this tab has its place', async () => {
    const started: (() => Promise<void>)[] = []
    const locks = {
      request: async (_: string, __: object, work: () => Promise<void>) => void started.push(work),
    } as never
    const side = createFakeSide()
    const phone = openPhone({
      store: run.store,
      create: () => side,
      relays: [],
      openLink: () => {},
      origin: 'http://localhost:4303',
      locks,
    })
    const pairing = phone.pair('wc:')
    expect(side.calls).toEqual([])
    void started[0]?.()
    await pairing
    expect(side.calls).toEqual([['pair', 'wc:']])
  })

  test('behavior: a failure is said in words', async () => {
    run.side.pair = () =>
      Promise.reject(Object.assign(new Error(), { name: 'LatchkeyError', code: 'pairing-expired' }))
    await run.phone.pair('wc:')
    expect(run.phone.read()).toMatchObject({
      fault: expect.stringContaining('expired'),
      isPairing: false,
    })
    await run.phone.extend(topic)
    expect(run.phone.read().fault).toBeUndefined()
  })
})

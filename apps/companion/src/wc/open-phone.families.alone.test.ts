import { createPublicKey, verify } from 'node:crypto'
import type { ChainId } from '@latchkey/protocol'
import type { WalletProposal, WalletSide } from '@latchkey/walletconnect/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WalletStore } from '../wallet.ts'
import { fromBase58, toBase58 } from './base58.ts'
import { createFakeSide, type FakeSide, shopMetadata } from './fake-side.ts'
import { wireFamilies } from './families.ts'
import { openPhone } from './open-phone.ts'
import type { Phone } from './phone-contract.ts'
import type { VisitorQuestion } from './phone-state.ts'

vi.hoisted(() => {
  const none = 'http://127.0.0.1:1'
  const families = { solana: none, bitcoin: none, stacks: none }
  Object.assign(globalThis, { __NODE_URL__: none, __FAMILY_NODES__: families })
})

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solana = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const patience = 10_000
const topic = 'b'.repeat(64)
const chains = {
  solana: 'solana:localnet',
  bitcoin: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  stacks: 'stacks:2155905152',
} as const

/** Asks for everything each family has, and for what none has. */
const optional = Object.fromEntries(
  Object.entries(wireFamilies).map(([namespace, { chain, methods, events }]) => [
    namespace,
    { chains: [chain, `${namespace}:1`], methods: [...Object.keys(methods), 'nonsense'], events },
  ]),
) as never

describe('openPhone, the other families', () => {
  const run = {} as { side: FakeSide; phone: Phone }
  const asked = (): Promise<VisitorQuestion> =>
    vi.waitFor(() => {
      const [one] = run.phone.read().asked
      if (!one) throw new Error('nothing is asked')
      return one
    }, patience)
  const connect = async (other?: number, parts: Partial<WalletProposal> = {}) => {
    const proposal = {
      id: 7,
      pairingTopic: topic,
      expiresAt: Date.now() + 1e6,
      metadata: shopMetadata,
      required: {},
      optional,
      ...parts,
    }
    await run.side.emitWalletEvent({ type: 'proposal', proposal })
    await run.phone.approve(await asked(), [ada], other)
    const [, , grant] = run.side.calls.find(([name]) => name === 'approve') ?? []
    return grant as {
      namespaces: Record<string, { accounts: string[]; chains: string[]; methods: string[] }>
      sessionProperties: Record<string, string>
    }
  }
  const request = async (
    chain: ChainId,
    method: string,
    params: unknown,
    answer: 'approve' | 'reject' | 'unasked',
  ) => {
    const before = run.side.calls.length
    await run.side.emitWalletEvent({
      type: 'request',
      request: { id: 9, topic, chain, method, params, expiresAt: Date.now() + 1e6 },
    })
    const one = answer === 'unasked' ? undefined : await asked()
    if (one) await (answer === 'approve' ? run.phone.approve(one, [ada]) : run.phone.reject(one))
    const call = await vi.waitFor(() => {
      const found = run.side.calls.slice(before).find(([name]) => name === 'respond')
      if (!found) throw new Error('no answer')
      return found
    }, patience)
    return { one, answer: call[2] as { result?: never; error?: { code: number } } }
  }
  const accountIn = (grant: Awaited<ReturnType<typeof connect>>, namespace: string): string =>
    grant.namespaces[namespace]?.accounts[0]?.split(':')[2] ?? ''

  beforeEach(() => {
    run.side = createFakeSide()
    const store = {
      readState: () => ({ sites: {}, chains: [] }),
      addToLog: () => undefined,
      readAccountCount: () => 2,
    }
    run.phone = openPhone({
      store: store as unknown as WalletStore,
      create: () => run.side as WalletSide,
      relays: [],
      openLink: () => {},
      origin: 'http://localhost:4303',
    })
  })
  afterEach(() => run.phone.stop())

  test('default', async () => {
    const { namespaces, sessionProperties } = await connect()
    expect(
      Object.entries(namespaces).map(([key, one]) => [key, one.chains, one.accounts.length]),
    ).toEqual([
      ['solana', [chains.solana], 1],
      ['bip122', [chains.bitcoin], 2],
      ['stacks', [chains.stacks], 1],
    ])
    expect(namespaces.solana?.accounts).toEqual([`${chains.solana}:${solana}`])
    for (const [key, { methods }] of Object.entries(namespaces)) {
      expect(methods).toEqual(Object.keys(wireFamilies[key]?.methods ?? {}))
    }
    const bitcoin = JSON.parse(sessionProperties.bip122_getAccountAddresses ?? '') as Record<
      string,
      object[]
    >
    expect([...(bitcoin.payment ?? []), ...(bitcoin.ordinal ?? [])]).toMatchObject([
      { address: expect.stringMatching(/^bcrt1q/), path: "m/84'/1'/0'/0/0", intention: 'payment' },
      { address: expect.stringMatching(/^bcrt1p/), path: "m/86'/1'/0'/0/0", intention: 'ordinal' },
    ])
    expect(JSON.parse(sessionProperties.stacks_getAddresses ?? '')).toMatchObject([
      {
        symbol: 'STX',
        address: expect.stringMatching(/^ST/),
        publicKey: expect.stringMatching(/^0[23]/),
      },
    ])
  })

  test('behavior: another account is chosen, and changed later with events', async () => {
    const first = await connect(1)
    expect(accountIn(first, 'solana')).not.toBe(solana)
    await run.phone.selectOther(topic, 0)
    const update = run.side.calls.find(([name]) => name === 'update')
    expect(update?.[2]).toMatchObject({ solana: { accounts: [`${chains.solana}:${solana}`] } })
    const told = run.side.calls.filter(([name]) => name === 'emit').map(([, , event]) => event)
    expect(told).toMatchObject([
      { chain: chains.solana, name: 'accountsChanged', data: [solana] },
      {
        chain: chains.bitcoin,
        name: 'bip122_addressesChanged',
        data: [{ intention: 'payment' }, {}],
      },
      { chain: chains.stacks, name: 'stx_accountsChanged', data: [{ symbol: 'STX' }] },
    ])
    expect(
      (await request(chains.solana, 'solana_getAccounts', {}, 'unasked')).answer.result,
    ).toEqual([{ pubkey: solana }])
  })

  test('parameters: solana_signMessage', async () => {
    await connect()
    const bytes = new TextEncoder().encode('Good evening')
    const params = { message: toBase58(bytes), pubkey: solana }
    const { one, answer } = await request(chains.solana, 'solana_signMessage', params, 'approve')
    expect(one).toMatchObject({
      approval: { kind: 'solana-message', texts: [{ value: 'Good evening' }] },
    })
    const x = Buffer.from(fromBase58(solana) ?? []).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const { signature } = answer.result as unknown as { signature: string }
    expect(verify(null, bytes, key, fromBase58(signature) ?? new Uint8Array())).toBe(true)
    const rejected = await request(chains.solana, 'solana_signMessage', params, 'reject')
    expect(rejected.answer.error).toMatchObject({ code: 5000 })
  })

  test('parameters: signMessage of bip122', async () => {
    const grant = await connect()
    const account = accountIn(grant, 'bip122')
    const { answer } = await request(
      chains.bitcoin,
      'signMessage',
      { account, message: 'a', protocol: 'bip322' },
      'approve',
    )
    expect(answer.result).toEqual({
      address: account,
      signature: expect.stringMatching(/^02[0-9a-f]+$/),
    })
    const stranger = { account: 'bcrt1qstranger', message: 'a' }
    expect(
      (await request(chains.bitcoin, 'signMessage', stranger, 'unasked')).answer.error,
    ).toMatchObject({
      code: -32602,
    })
    const own = await request(chains.bitcoin, 'getAccountAddresses', { account }, 'unasked')
    expect(own.answer.result).toHaveLength(2)
  })

  test('parameters: stx_signMessage', async () => {
    const address = accountIn(await connect(), 'stacks')
    const params = { message: 'Good evening', address, network: 'testnet' }
    const { one, answer } = await request(chains.stacks, 'stx_signMessage', params, 'approve')
    expect(one).toMatchObject({ approval: { kind: 'stacks-message', account: address } })
    expect(answer.result).toMatchObject({ signature: expect.stringMatching(/^[0-9a-f]{130}$/) })
  })

  test('behavior: what was not granted is refused unasked', async () => {
    await connect(undefined, {
      optional: { stacks: { chains: [chains.stacks], methods: ['stx_signMessage'], events: [] } },
    })
    const foreign = await request(
      chains.solana,
      'solana_signMessage',
      { message: toBase58(Uint8Array.of(1)) },
      'unasked',
    )
    expect(foreign.answer.error).toMatchObject({ code: 3001 })
    const unknown = await request(chains.stacks, 'toString', {}, 'unasked')
    expect(unknown.answer.error).toMatchObject({ code: -32601 })
    expect(run.phone.read().asked).toEqual([])
  })
})

describe('base58', () => {
  test.each([[], [0], [0, 0, 1], [255, 254], Array(32).fill(0)])(
    'behavior: there and back %#',
    (...bytes) => {
      expect([...(fromBase58(toBase58(Uint8Array.from(bytes))) ?? [])]).toEqual(bytes)
    },
  )
  test('behavior: vectors', () => {
    expect(toBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
    expect(toBase58(Uint8Array.of(0, 0, 40, 127, 180, 205))).toBe('11233QC4')
    expect(fromBase58('0OIl')).toBeUndefined()
  })
})

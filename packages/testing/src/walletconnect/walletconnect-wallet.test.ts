import type { RemoteSession, TransportContext } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { walletconnect } from '@latchkey/walletconnect'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { mockRelay } from '../relay/mock-relay.ts'
import type { WalletConnectWalletOptions } from './contract.ts'
import { walletConnectWallet } from './walletconnect-wallet.ts'

const signer = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const account = `eip155:1:${signer.address}` as const
const chains = [{ id: 'eip155:1' }] as unknown as readonly Chain[]
const needs = {
  eip155: { methods: ['personal_sign'], events: ['accountsChanged', 'chainChanged'] },
}
const context: TransportContext = {
  kit: 'shop',
  storage: null,
  metadata: { name: 'Shop', url: 'https://shop.test' },
  needs,
}
const challenge = {
  domain: 'shop.test',
  uri: 'https://shop.test/',
  nonce: 'abcdefgh1234',
  issuedAt: '2026-01-02T03:04:05.000Z',
}

afterEach(() => void vi.unstubAllGlobals())

/** A page and the scriptable wallet, on one relay. */
async function setUp(more: Partial<WalletConnectWalletOptions> = {}) {
  const relay = mockRelay()
  vi.stubGlobal('WebSocket', relay.WebSocket)
  const wallet = await walletConnectWallet({
    relays: [relay.url],
    accounts: [account],
    sign: ({ params }) =>
      signer.signMessage({ message: { raw: (params as `0x${string}`[])[0] ?? '0x' } }),
    ...more,
  })
  onTestFinished(() => wallet.close())
  const transport = walletconnect({ relays: [{ url: relay.url }] })
  const connect = async (signIn?: typeof challenge) => {
    const outcome: { uri?: string } = {}
    const started = transport.start({
      context,
      chains,
      signal: new AbortController().signal,
      onPrompt: (prompt) => {
        if (prompt.kind === 'uri') outcome.uri = prompt.uri
      },
      ...(signIn && { signIn }),
    })
    started.catch(() => undefined)
    await expect.poll(() => outcome.uri, { interval: 2 }).toBeDefined()
    await wallet.pair(outcome.uri ?? '')
    return started
  }
  const sign = (session: RemoteSession) => session.request('eip155:1', 'personal_sign', ['0x01'])
  return { relay, wallet, connect, sign }
}

describe('walletConnectWallet', () => {
  test('default', async () => {
    const { wallet, connect, sign } = await setUp()
    const { session } = await connect()
    expect(session.namespaces).toEqual({ eip155: { accounts: [account], chains: ['eip155:1'] } })
    expect(session.peer.name).toBe('Mock Wallet')
    expect(await sign(session)).toBe(await signer.signMessage({ message: { raw: '0x01' } }))
    expect(wallet.heard.map(({ method }) => method)).toEqual([
      'wc_sessionPropose',
      'wc_sessionRequest',
    ])
    expect(wallet.sessions()).toMatchObject([{ topic: session.id }])
  })

  test.each([
    ['reject', 'user-rejected'],
    [{ error: { code: 5100, message: 'Unsupported chains' } }, 'proposal-unsupported'],
  ] as const)('parameters: %j to a proposal', async (behavior, code) => {
    const { wallet, connect } = await setUp({ behavior })
    await expect(connect()).rejects.toMatchObject({ code })
    expect(wallet.sessions()).toEqual([])
  })

  test.each(['foreign-accounts', 'no-accounts', 'past-expiry', 'no-controller'] as const)(
    'parameters: settles with %s',
    async (settle) => {
      const { wallet, connect } = await setUp({ behavior: { settle } })
      await expect(connect()).rejects.toMatchObject({ name: 'LatchkeyError' })
      expect(wallet.heard).toHaveLength(1)
    },
  )

  test('parameters: requests', async () => {
    const { wallet, connect, sign } = await setUp()
    const { session } = await connect()
    const right = await signer.signMessage({ message: { raw: '0x01' } })
    wallet.behave('reject', 'personal_sign')
    await expect(sign(session)).rejects.toMatchObject({
      code: 'user-rejected',
      context: { sourceCode: 5000 },
    })
    wallet.behave({ error: {} }, 'personal_sign')
    await expect(sign(session)).rejects.toEqual({})
    wallet.behave({ lie: [null] }, 'personal_sign')
    expect(await sign(session)).toEqual([null])
    wallet.behave('twice', 'personal_sign')
    expect(await sign(session)).toBe(right)
    wallet.behave({ late: 30 }, 'personal_sign')
    const before = Date.now()
    expect(await sign(session)).toBe(right)
    expect(Date.now() - before).toBeGreaterThanOrEqual(29)
    wallet.behave('hang')
    const hanging = sign(session)
    await expect.poll(() => wallet.heard.length, { interval: 2 }).toBe(7)
    expect(await wallet.release('approve')).toBe(true)
    expect(await hanging).toBe(right)
    expect(await wallet.release()).toBe(false)
  })

  test('behavior: what `sign` throws is the answer', async () => {
    const { connect, sign } = await setUp({
      sign: () => {
        throw Object.assign(new Error('no'), { code: 4001 })
      },
    })
    await expect(sign((await connect()).session)).rejects.toMatchObject({
      code: 4001,
      message: 'no',
    })
  })

  test('behavior: signs in with one click; without `signIn` the plain proposal counts', async () => {
    const able = await setUp({ signIn: (text) => signer.signMessage({ message: text }) })
    const { session, proofs } = await able.connect(challenge)
    expect(proofs).toMatchObject([{ account }])
    expect(session.namespaces).toEqual({ eip155: { accounts: [account], chains: ['eip155:1'] } })
    expect(able.wallet.sessions()).toMatchObject([{ topic: session.id }])
    const plain = await setUp()
    expect(await plain.connect(challenge)).toMatchObject({
      session: { peer: { name: 'Mock Wallet' } },
    })
    const declining = await setUp({ signIn: () => '0x', behavior: 'reject' })
    await expect(declining.connect(challenge)).rejects.toMatchObject({ code: 'user-rejected' })
  })

  test('behavior: tells, changes and ends what the page then knows', async () => {
    const { wallet, connect } = await setUp()
    const { session } = await connect()
    const events: unknown[] = []
    session.watch((event) => events.push(event))
    await wallet.emit('eip155:1', 'chainChanged', 137)
    const other = `eip155:1:0x${'ab'.repeat(20)}`
    const entry = { accounts: [other], methods: ['personal_sign'], events: [] }
    expect(await wallet.update({ eip155: entry })).toBe(true)
    expect(await wallet.extend()).toBe(true)
    expect(await wallet.ask('wc_sessionPing', {})).toBe(true)
    await wallet.end()
    await expect.poll(() => events.length, { interval: 2 }).toBe(4)
    expect(events).toMatchObject([
      { type: 'chain', chain: 'eip155:137' },
      { type: 'accounts', namespace: 'eip155', accounts: [other] },
      { type: 'expiry' },
      { type: 'end' },
    ])
    expect(wallet.sessions()).toEqual([])
  })

  test('behavior: asleep it hears nothing, awake it gets its mail; dead it stays silent', async () => {
    const { relay, wallet, connect, sign } = await setUp()
    const { session } = await connect()
    wallet.sleep()
    const asked = sign(session)
    await expect
      .poll(() => relay.getMailbox(session.id).filter(({ tag }) => tag === 1108).length)
      .toBe(1)
    expect(wallet.heard).toHaveLength(1)
    await wallet.wake()
    expect(await asked).toMatch(/^0x/)
    wallet.behave('die')
    void sign(session).catch(() => undefined)
    await expect.poll(() => relay.countSockets(), { interval: 2 }).toBe(1)
  })
})

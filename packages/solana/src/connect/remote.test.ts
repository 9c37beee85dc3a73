import type { Connector, ConnectorEvent } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type AccountId, addressOf } from '@latchkey/protocol'
import { mockSolanaSession, mockSolanaWallet, providerError } from '@latchkey/testing'
import { describeFeatures } from '@latchkey/testing/features'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isProof, local, main, page, request, settle, signal } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'

const value = { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 }
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ result: { value } })),
  )
})
afterEach(() => void vi.unstubAllGlobals())

const all = ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction']
type Options = Partial<Parameters<typeof mockSolanaSession>[1]>

function session(options: Options = {}) {
  const wallet = mockSolanaWallet({ isAuthorized: true })
  const one = mockSolanaSession(wallet, { chains: [local.id, main.id], methods: all, ...options })
  const { adapter } = page()
  const remote = async (): Promise<Connector> =>
    adapter.remote?.(one) ?? Promise.reject(new Error('no remote'))
  return { wallet, session: one, adapter, remote }
}

async function connected(options: Options = {}) {
  const made = session(options)
  const connector = await made.remote()
  const { sessions } = await connector.connect(request({ silent: true }))
  const address = made.wallet.accounts[0]?.address ?? ''
  return { ...made, connector, sessions, address, account: `${local.id}:${address}` as AccountId }
}

describeFeatures('solana over a wire', () => {
  const { wallet, session: one, adapter, remote } = session()
  const [first = '', second = ''] = wallet.accounts.map(({ address }) => address)
  return {
    adapter: {
      ...adapter,
      discover: (found) => {
        const identity = { name: 'Phone Wallet', keys: [], origin: 'walletConnect' as const }
        const verbs = ['signMessage', 'transfer', 'request'] as const
        found(
          lazyConnector({ id: one.id, namespaces: ['solana'], wallet: identity, verbs }, remote),
        )
        return () => {}
      },
    },
    install: () => () => {},
    behave: wallet.behave,
    release: wallet.release,
    selectAccount: wallet.selectAccount,
    selectOtherChain: () => one.emit({ type: 'chain', chain: main.id }),
    revoke: () => one.emit({ type: 'end' }),
    prompts: wallet.prompts,
    listenerCount: one.listenerCount,
    keepsWaiting: ['transfer'],
    addresses: { valid: [first], invalid: [''], same: [first, second] },
    rejection: providerError(4001, 'User rejected the request.'),
    verify: async ({ account, message, signature }) =>
      isProof(addressOf(account), message, signature),
  }
})

describe('remote', () => {
  test('default: the session spans its chains, and nobody is asked', async () => {
    const {
      connector,
      sessions,
      session: one,
      wallet,
    } = await connected({ icon: 'https://wallet.example/icon.png' })
    expect(connector.wallet).toEqual({ name: 'Phone Wallet', keys: [], origin: 'walletConnect' })
    const [first, second] = wallet.accounts.map(({ address }) => address)
    expect(sessions).toEqual([
      {
        namespace: 'solana',
        chains: [local.id, main.id],
        accounts: [local.id, main.id].flatMap((id) =>
          [first, second].map((address) => ({ account: `${id}:${address}`, type: 'eoa' })),
        ),
        selected: `${local.id}:${first}`,
        expiresAt: 5_000,
      },
    ])
    expect(one.requests).toEqual([])
  })

  test('parameters: methods, chains', async () => {
    const features = async (methods: string[]) =>
      Object.keys((await connected({ methods })).connector.features)
    expect(await features(all)).toEqual(['request', 'signMessage', 'transfer'])
    expect(await features(['solana_signTransaction'])).toEqual(['request', 'transfer'])
    expect(await features([])).toEqual(['request'])
    const { remote } = session()
    const { sessions } = await (await remote()).connect(request({ chains: [main, local] }))
    expect(sessions[0]?.selected).toMatch(main.id)
  })

  test('default: wire asks for all of WalletConnect’s methods', async () => {
    const { methods, events } = (await page().adapter.wire?.()) ?? {}
    expect(methods).toEqual([
      ...all,
      'solana_signAllTransactions',
      'solana_requestAccounts',
      'solana_getAccounts',
    ])
    expect(events).toEqual(['accountsChanged', 'chainChanged'])
  })

  test('behavior: texts go in base58, with the account that signs', async () => {
    const { connector, session: one, account, address } = await connected()
    const { signature = '' } =
      (await connector.features.signMessage?.({ account, message: 'Hi', signal })) ?? {}
    expect(isProof(address, 'Hi', signature)).toBe(true)
    expect(one.requests).toEqual([
      {
        chain: local.id,
        method: 'solana_signMessage',
        params: { message: '6Wc', pubkey: address },
      },
    ])
  })

  test.each([false, true])(
    'behavior: what the phone only signs is sent by the page (brief: %s)',
    async (isBrief) => {
      const methods = ['solana_signTransaction']
      const { connector, session: one, account, wallet } = await connected({ methods, isBrief })
      const sent: unknown[] = []
      const source = {
        chain: local,
        request: async (method: string, params?: unknown) => {
          if (method === 'getLatestBlockhash') return { value }
          sent.push((params as unknown[])[0])
          return 'another'
        },
      }
      const to = wallet.accounts[1]?.address ?? ''
      const transfer = { from: account, to, asset: nativeAsset(local), amount: 1n }
      const { hash = '' } =
        (await connector.features.transfer?.({ transfer, chain: local, source, signal })) ?? {}
      expect(hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
      expect(one.requests.map(({ method }) => method)).toEqual(methods)
      expect(sent).toHaveLength(1)
    },
  )

  test('behavior: a signature of something else, or somebody else, is none', async () => {
    const { connector, account, wallet } = await connected()
    const other = await wallet.ask('solana:signMessage', {
      account: wallet.accounts[1],
      message: new TextEncoder().encode('Hi'),
    })
    wallet.behave({ lie: other }, 'solana:signMessage')
    const signed = connector.features.signMessage?.({ account, message: 'Hi', signal })
    await expect(signed).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })

  test('behavior: an account that the session does not hold is not asked for', async () => {
    const {
      connector,
      session: one,
      account,
    } = await connected({ accounts: [`${local.id}:${'1'.repeat(32)}`] })
    const transfer = { from: account, to: '1'.repeat(32), asset: nativeAsset(local), amount: 1n }
    const sent = connector.features.transfer?.({ transfer, chain: local, signal })
    await expect(sent).rejects.toMatchObject({ code: 'account-missing' })
    expect(one.requests).toEqual([])
  })

  test('behavior: the session’s events are the connector’s', async () => {
    const { connector, session: one, address } = await connected()
    const events: ConnectorEvent[] = []
    const stop = connector.watch((event) => events.push(event))
    one.emit({
      type: 'accounts',
      namespace: 'solana',
      accounts: [`${main.id}:${address}`, `${local.id}:${address}`],
    })
    one.emit({ type: 'accounts', namespace: 'eip155', accounts: [] })
    one.emit({ type: 'chain', chain: main.id })
    one.emit({ type: 'chain', chain: 'eip155:1' })
    one.emit({ type: 'expiry', expiresAt: 9 })
    one.emit({
      type: 'accounts',
      namespace: 'solana',
      accounts: ['solana:localnet:no' as AccountId],
    })
    one.emit({ type: 'end' })
    expect(events.map((event) => (event.type === 'session' ? event.reason : event.type))).toEqual([
      'accounts',
      'chain',
      'expiry',
      'end',
      'end',
    ])
    expect(events[0]).toMatchObject({ session: { selected: `${local.id}:${address}` } })
    expect(events[2]).toMatchObject({
      session: { selected: `${main.id}:${address}`, expiresAt: 9 },
    })
    stop()
    expect(one.listenerCount()).toBe(0)
  })

  test('behavior: accounts that are none are left out; with none left nothing is granted', async () => {
    const lies = ['solana:localnet:zzz', 'nonsense', 'eip155:1:0x00'] as AccountId[]
    const good: AccountId = `${local.id}:${'1'.repeat(32)}`
    const { sessions } = await connected({ accounts: [...lies, good, good] })
    expect(sessions[0]?.accounts.map(({ account }) => account)).toEqual([good])
    await expect(connected({ accounts: lies })).rejects.toMatchObject({ code: 'account-missing' })
  })

  test('behavior: disconnecting ends the namespace', async () => {
    const { connector, session: one } = await connected()
    await connector.disconnect()
    expect(one.ended).toEqual(['solana'])
  })

  test('behavior: the methods that only tell and sign many pass through', async () => {
    const { connector, address } = await connected()
    const ask = (method: string, params: unknown) =>
      connector.features.request?.({ chain: local.id, method, params })
    expect(await ask('solana_getAccounts', {})).toContainEqual({ pubkey: address })
    await settle(0)
    await expect(ask('solana_nonsense', {})).rejects.toMatchObject({ code: 4200 })
  })
})

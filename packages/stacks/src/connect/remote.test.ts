import type { Connector, ConnectorEvent, RemoteSession } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type AccountId, addressOf, type ChainId, LatchkeyError } from '@latchkey/protocol'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { describeFeatures } from '@latchkey/testing/features'
import { verifyMessageSignatureRsv } from '@stacks/encryption'
import { getAddressFromPublicKey } from '@stacks/transactions'
import { describe, expect, test } from 'vitest'
import { boot, local, page, request, signal, testnet } from '../../test/fixture.ts'

type Listener = Parameters<RemoteSession['watch']>[0]
interface Options {
  readonly accounts?: readonly AccountId[]
  readonly methods?: readonly string[]
  readonly properties?: Readonly<Record<string, string>>
  readonly fails?: unknown
}
const all = ['stx_signMessage', 'stx_transferStx', 'stx_callContract', 'stx_signTransaction']

/** A phone with the mock wallet on it, reached through a session. */
function phone(options: Options = {}) {
  const verbs = {
    stx_transferStx: () => ({ txid: 'ab'.repeat(32) }),
    stx_getAccounts: () => ({ accounts: [] }),
  }
  const wallet = mockWbipWallet({ persona: { ...wbipPersonas.plain, errors: 'answered' }, verbs })
  const address = wallet.addresses()[2]?.address ?? ''
  const publicKey = wallet.addresses()[2]?.publicKey ?? ''
  const asked: { chain: ChainId; method: string; params: unknown }[] = []
  const listeners = new Set<Listener>()
  const ended: unknown[] = []
  const session: RemoteSession = {
    id: 'topic',
    peer: { name: 'Phone Wallet', icon: 'https://wallet.example/icon.png' },
    namespaces: {
      stacks: {
        accounts: options.accounts ?? [`${local.id}:${address}`],
        chains: [local.id, testnet.id],
      },
    },
    methods: { stacks: options.methods ?? all },
    ...(options.properties && { properties: options.properties }),
    expiresAt: 5_000,
    async request(chain, method, params) {
      asked.push({ chain, method, params })
      if (options.fails) throw options.fails
      const provider = wallet.provider as {
        request(method: string, params: unknown): Promise<unknown>
      }
      const { address: _, network: __, ...rest } = params as Record<string, unknown>
      const { result, error } = (await provider.request(method, rest)) as {
        result?: unknown
        error?: unknown
      }
      if (error) throw error
      return result
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end: async (namespace) => void ended.push(namespace),
  }
  const { adapter } = page()
  const remote = async (): Promise<Connector> =>
    adapter.remote?.(session) ?? Promise.reject(new Error('no remote'))
  const emit: Listener = (event) => {
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  // It was authorised when the session began.
  const ready = (wallet.provider as { request(method: string): Promise<unknown> }).request(
    'getAddresses',
  )
  return {
    wallet,
    session,
    adapter,
    remote,
    emit,
    asked,
    ended,
    listeners,
    address,
    publicKey,
    ready,
  }
}

async function connected(options: Options = {}) {
  const made = phone(options)
  await made.ready
  const connector = await made.remote()
  const { sessions } = await connector.connect(request({ silent: true }))
  const events: ConnectorEvent[] = []
  const stop = connector.watch((event) => events.push(event))
  return {
    ...made,
    connector,
    sessions,
    account: `${local.id}:${made.address}` as AccountId,
    events,
    stop,
  }
}

describeFeatures('stacks over a wire', () => {
  const { wallet, session, adapter, remote, emit, listeners, address, publicKey } = phone()
  return {
    adapter: {
      ...adapter,
      discover: (found) => {
        const identity = { name: 'Phone Wallet', keys: [], origin: 'walletConnect' as const }
        // Another chain of the session is gone to without asking anybody.
        const verbs = ['signMessage', 'transfer', 'request'] as const
        found(
          lazyConnector(
            { id: session.id, namespaces: ['stacks'], wallet: identity, verbs },
            remote,
          ),
        )
        return () => {}
      },
    },
    install: () => () => {},
    behave: wallet.behave,
    release: wallet.release,
    selectAccount: wallet.selectAccount,
    selectOtherChain: () => emit({ type: 'chain', chain: testnet.id }),
    revoke: () => emit({ type: 'end' }),
    prompts: wallet.prompts,
    listenerCount: () => listeners.size,
    keepsWaiting: ['transfer'],
    addresses: { valid: [boot.test], invalid: [''], same: [boot.test, boot.test] },
    rejection: { code: -32000, message: 'User rejected the request' },
    verify: async ({ account, message, signature }) =>
      addressOf(account) === address &&
      getAddressFromPublicKey(publicKey, 'testnet') === address &&
      verifyMessageSignatureRsv({ message, signature, publicKey }),
  }
})

describe('remote', () => {
  test('default: the session spans its chains, and nobody is asked', async () => {
    const { connector, sessions, account, asked } = await connected()
    expect(connector.wallet).toEqual({ name: 'Phone Wallet', keys: [], origin: 'walletConnect' })
    expect(sessions).toEqual([
      {
        namespace: 'stacks',
        chains: [local.id, testnet.id],
        accounts: [{ account, type: 'stacks' }],
        selected: account,
        expiresAt: 5_000,
      },
    ])
    expect(asked).toEqual([])
  })

  test('behavior: what a wallet is asked for', async () => {
    const { adapter } = page()
    const { methods, events } = (await adapter.wire?.()) ?? {}
    expect(events).toEqual(['stx_chainChanged', 'stx_accountsChanged'])
    expect(methods).toContain('stx_signStructuredMessage')
    expect(methods?.every((method) => method.startsWith('stx_'))).toBe(true)
  })

  test('behavior: a message is signed for the account that is named to the wallet', async () => {
    const { connector, account, asked, address } = await connected()
    await connector.features.signMessage?.({ account, message: 'Hello', signal })
    expect(asked).toEqual([
      { chain: local.id, method: 'stx_signMessage', params: { message: 'Hello', address } },
    ])
  })

  test('behavior: a transfer goes over as decimals, on the chain it is on', async () => {
    const { connector, account, asked, address, adapter } = await connected()
    const transfer = {
      from: account,
      to: boot.test,
      asset: adapter.nativeAsset(local),
      amount: 10n ** 15n,
    }
    const { hash } = (await connector.features.transfer?.({ transfer, chain: local, signal })) ?? {}
    expect(hash).toBe(`0x${'ab'.repeat(32)}`)
    expect(asked).toEqual([
      {
        chain: local.id,
        method: 'stx_transferStx',
        params: { recipient: boot.test, amount: '1000000000000000', address, network: 'regtest' },
      },
    ])
  })

  test('behavior: addresses that the session left out stand in its properties', async () => {
    const told = (text: string) =>
      connected({ accounts: [], properties: { stacks_getAddresses: text } })
    const { sessions } = await told(
      JSON.stringify([{ address: boot.test, publicKey: `02${'a'.repeat(64)}` }]),
    )
    expect(sessions[0]?.selected).toBe(`${local.id}:${boot.test}`)
    for (const odd of [
      '',
      '{',
      '7',
      '[]',
      '[{"address":"<b>"}]',
      JSON.stringify([{ address: boot.main }]),
      JSON.stringify([{ address: boot.test }]) + ' '.repeat(70_000),
    ]) {
      await expect(told(odd)).rejects.toMatchObject({ code: 'account-missing' })
    }
  })

  test('behavior: unconnected, and unable: the two sentences', async () => {
    const { connector, emit, stop } = await connected({ methods: ['stx_signMessage'] })
    const ask = (method: string) =>
      connector.features.request?.({ chain: local.id, method, params: {} })
    expect(connector.features.transfer).toBeUndefined()
    await expect(ask('stx_getAccounts')).rejects.toMatchObject({
      code: 'wallet-method-unsupported',
      context: {
        reason:
          'WalletConnectProvider does not support method stx_getAccounts. Please use a supported method.',
      },
    })
    emit({ type: 'end' })
    await expect(ask('stx_signMessage')).rejects.toMatchObject({
      code: 'not-connected',
      context: { reason: 'WalletConnectProvider not connected. Please connect first.' },
    })
    stop()
  })

  test('behavior: what is beyond the limits is not sent over', async () => {
    const { connector, asked } = await connected()
    const params = { recipient: boot.test, amount: 1n, memo: 'x'.repeat(35) }
    const sent = connector.features.request?.({
      chain: local.id,
      method: 'stx_transferStx',
      params,
    })
    await expect(sent).rejects.toMatchObject({ code: 'rpc-invalid-params' })
    expect(asked).toEqual([])
  })

  test('behavior: what the transport says is kept', async () => {
    const { connector, account } = await connected({ fails: new LatchkeyError('request-expired') })
    await expect(
      connector.features.signMessage?.({ account, message: 'x', signal }),
    ).rejects.toMatchObject({
      code: 'request-expired',
    })
  })

  test('behavior: the session’s events are the connector’s, the family’s own among them', async () => {
    const { connector, events, emit, stop, listeners } = await connected()
    await connector.features.switchChain?.({ chain: testnet, signal })
    await expect(
      connector.features.switchChain?.({ chain: { ...local, id: 'stacks:1' }, signal }),
    ).rejects.toMatchObject({ code: 'chain-unsupported' })
    const event = (name: string, data: unknown, chain: ChainId = local.id) =>
      emit({ type: 'event', chain, name, data })
    event('stx_chainChanged', 2155905152)
    event('stx_chainChanged', testnet.id)
    event('stx_chainChanged', 7)
    event('stx_chainChanged', 'stacks:1')
    event('stx_accountsChanged', [boot.test], testnet.id)
    event('stx_accountsChanged', [{ address: `${local.id}:${boot.test}` }])
    event('stx_accountsChanged', [], 'bip122:x')
    event('something', [])
    emit({ type: 'expiry', expiresAt: 9 })
    event('stx_accountsChanged', [7, null, { address: '<b>' }])
    emit({ type: 'end' })
    expect(
      events.map((one) =>
        one.type === 'session' ? [one.reason, one.session.selected.split(':')[1]] : one.type,
      ),
    ).toEqual([
      ['chain', '2147483648'],
      ['chain', '2155905152'],
      ['chain', '2147483648'],
      ['accounts', '2147483648'],
      ['accounts', '2155905152'],
      ['expiry', '2155905152'],
      'end',
      'end',
    ])
    stop()
    expect(listeners.size).toBe(0)
  })

  test('behavior: accounts that are none are left out', async () => {
    const { sessions } = await connected({
      accounts: [
        'stacks:1:zzz',
        'nonsense' as AccountId,
        `${local.id}:${boot.main}`,
        `${local.id}:${boot.test}`,
      ],
    })
    expect(sessions[0]?.accounts).toEqual([{ account: `${local.id}:${boot.test}`, type: 'stacks' }])
  })

  test('behavior: disconnecting ends the namespace', async () => {
    const { connector, ended } = await connected()
    await connector.disconnect()
    expect(ended).toEqual(['stacks'])
  })
})

import type { Connector, ConnectorEvent } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type AccountId, addressOf, LatchkeyError } from '@latchkey/protocol'
import { isBitcoinSignature } from '@latchkey/testing'
import { describeFeatures } from '@latchkey/testing/features'
import { TEST_NETWORK } from '@scure/btc-signer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { local, page, published, request, test4 } from '../../test/fixture.ts'
import { methods, phone } from '../../test/phone.ts'
import { nativeAsset } from '../chains.ts'
import { readAccountAddresses } from './remote-addresses.ts'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const signal = new AbortController().signal

async function connected(options: Parameters<typeof phone>[0] = {}) {
  const made = phone(options)
  const { adapter } = page()
  const connector = await adapter.remote?.(made.session)
  if (!connector) throw new Error('no remote')
  const { sessions } = await connector.connect(request())
  const events: ConnectorEvent[] = []
  connector.watch((event) => events.push(event))
  const [payment = '', ordinals = ''] = made.wallet.addresses().map(({ address }) => address)
  return { ...made, adapter, connector, session: sessions[0], events, payment, ordinals }
}

describeFeatures('bitcoin over a wire', () => {
  const made = phone()
  const { adapter } = page()
  const [payment = ''] = made.wallet.addresses().map(({ address }) => address)
  const remote = async (): Promise<Connector> =>
    (await adapter.remote?.(made.session)) ?? Promise.reject(new Error('no remote'))
  return {
    adapter: {
      ...adapter,
      discover(found) {
        const wallet = { name: 'Phone Wallet', keys: [], origin: 'walletConnect' as const }
        const verbs = ['signMessage', 'transfer', 'request'] as const
        found(lazyConnector({ id: made.session.id, namespaces: ['bip122'], wallet, verbs }, remote))
        return () => {}
      },
    },
    install: () => () => {},
    behave: made.wallet.behave,
    release: made.wallet.release,
    selectAccount: made.wallet.selectAccount,
    selectOtherChain: () => {},
    revoke: () => made.emit({ type: 'end' }),
    prompts: made.wallet.prompts,
    listenerCount: made.listenerCount,
    keepsWaiting: ['transfer'],
    addresses: { valid: [payment], invalid: [''], same: [payment, payment.toUpperCase()] },
    rejection: { code: 5000, message: 'User rejected.' },
    verify: async ({ account, message, signature }) =>
      isBitcoinSignature(addressOf(account), network, message, signature),
  }
})

describe('remote', () => {
  test('default: its accounts, Taproot beside another kind for ordinals', async () => {
    const { session, payment, ordinals, asked } = await connected()
    expect(session).toEqual({
      namespace: 'bip122',
      chains: [local.id],
      accounts: [
        { account: `${local.id}:${payment}`, type: 'payment' },
        { account: `${local.id}:${ordinals}`, type: 'ordinals' },
      ],
      selected: `${local.id}:${payment}`,
      expiresAt: 5000,
    })
    expect(asked).toEqual([])
  })

  test('parameters: properties', async () => {
    const [, second = ''] = published.test
    const told = JSON.stringify({
      payment: [{ address: second, publicKey: '02'.repeat(33) }],
      ordinal: [],
    })
    const { session, ordinals } = await connected({
      properties: { bip122_getAccountAddresses: told },
    })
    expect(session?.accounts.map(({ account, type }) => [addressOf(account), type])).toContainEqual(
      [second, 'payment'],
    )
    expect(session?.accounts.at(-1)).toEqual({
      account: `${local.id}:${ordinals}`,
      type: 'ordinals',
    })
    const lone = await connected({ accounts: [`${local.id}:${ordinals}`] })
    expect(lone.session?.accounts).toEqual([
      { account: `${local.id}:${ordinals}`, type: 'payment' },
    ])
  })

  test('parameters: methods', async () => {
    const featuresOf = async (list: readonly string[]) =>
      Object.keys((await connected({ methods: list })).connector.features).sort()
    expect(await featuresOf(methods)).toEqual(['request', 'signMessage', 'switchChain', 'transfer'])
    expect(await featuresOf(['signPsbt'])).toEqual(['request', 'switchChain', 'transfer'])
    expect(await featuresOf([])).toEqual(['request', 'switchChain'])
  })

  test('behavior: an account of another network, or of none, grants nothing', async () => {
    for (const account of [
      `${local.id}:${published.mainnet[0]}`,
      'eip155:1:0xabc',
      'x',
    ] as AccountId[]) {
      await expect(connected({ accounts: [account] })).rejects.toMatchObject({
        code: 'account-missing',
      })
    }
  })

  test.each([false, true])('behavior: a signature is base64, in hex or not: %s', async (isHex) => {
    const { connector, payment, ordinals } = await connected({ isHex })
    for (const address of [payment, ordinals]) {
      const account = `${local.id}:${address}` as const
      const { signature = '' } =
        (await connector.features.signMessage?.({ account, message: 'Hello', signal })) ?? {}
      expect(isBitcoinSignature(address, network, 'Hello', signature)).toBe(true)
    }
  })

  test('behavior: a transfer names its account, and is written as the methods want it', async () => {
    const { connector, payment, asked } = await connected()
    const from = `${local.id}:${payment}` as const
    const transfer = { from, to: published.test[1], asset: nativeAsset(local), amount: 5000n }
    expect(await connector.features.transfer?.({ transfer, chain: local, signal })).toEqual({
      hash: 'ab'.repeat(32),
    })
    const params = { account: payment, recipientAddress: published.test[1], amount: '5000' }
    expect(asked).toEqual([{ chain: local.id, method: 'sendTransfer', params }])
  })

  test('behavior: what the session does not allow is not asked', async () => {
    const { connector, asked } = await connected({ methods: ['signMessage'] })
    const answer = connector.features.request?.({ chain: local.id, method: 'signPsbt', params: {} })
    await expect(answer).rejects.toMatchObject({ code: 'wallet-method-unsupported' })
    const other = connector.features.request?.({
      chain: local.id,
      method: 'stx_signMessage',
      params: {},
    })
    await expect(other).rejects.toMatchObject({ code: 'rpc-method-not-found' })
    expect(asked).toEqual([])
  })

  test('behavior: what the transport says keeps its name', async () => {
    const { session } = phone()
    const failing = {
      ...session,
      async request() {
        throw new LatchkeyError('session-expired')
      },
    }
    const connector = await page().adapter.remote?.(failing)
    const { sessions } = (await connector?.connect(request())) ?? { sessions: [] }
    const account = sessions[0]?.selected ?? 'x:y:z'
    const answer = connector?.features.signMessage?.({ account, message: 'x', signal })
    await expect(answer).rejects.toMatchObject({ code: 'session-expired' })
  })

  test('behavior: it tells of accounts by event, and of nothing believable by an end', async () => {
    const { emit, events, session } = await connected()
    const [, address = ''] = published.test
    const event = { type: 'event', chain: local.id, name: 'bip122_addressesChanged' } as const
    emit({ ...event, data: [{ address, intention: 'payment' }] })
    expect(events).toMatchObject([
      { type: 'session', reason: 'accounts', session: { selected: `${local.id}:${address}` } },
    ])
    emit({ ...event, name: 'other', data: 7 })
    emit({ type: 'expiry', expiresAt: 9000 })
    expect(events.at(-1)).toMatchObject({ reason: 'expiry', session: { expiresAt: 9000 } })
    emit({
      type: 'accounts',
      namespace: 'bip122',
      accounts: session?.accounts.map(({ account }) => account) ?? [],
    })
    expect(events.at(-1)).toMatchObject({
      reason: 'accounts',
      session: { selected: session?.selected },
    })
    emit({ ...event, data: 'nonsense' })
    emit({ type: 'end' })
    expect(events.slice(-2)).toEqual([{ type: 'end', namespace: 'bip122' }, { type: 'end' }])
  })

  test('behavior: it goes to another network only where it has accounts', async () => {
    const [, both = ''] = published.test
    const accounts = [`${local.id}:${both}`, `${test4.id}:${both}`] as const
    const { connector, events } = await connected({ accounts })
    await connector.features.switchChain?.({ chain: test4, signal })
    expect(events).toMatchObject([{ reason: 'chain', session: { selected: accounts[1] } }])
    const lone = await connected()
    await expect(
      lone.connector.features.switchChain?.({ chain: test4, signal }),
    ).rejects.toMatchObject({
      code: 'chain-unsupported',
    })
  })

  test('behavior: it ends its own family only', async () => {
    const { connector, ended } = await connected()
    await connector.disconnect()
    expect(ended).toEqual(['bip122'])
  })
})

describe('readAccountAddresses', () => {
  const [, address = ''] = published.test

  test.each([
    [[address], [{ address }]],
    [[{ address, intention: 'ordinal' }], [{ address, purpose: 'ordinals' }]],
    [JSON.stringify({ payment: [{ address }] }), [{ address, purpose: 'payment' }]],
    [
      { payment: [], ordinal: [{ address, publicKey: 'ab' }] },
      [{ address, publicKey: 'ab', purpose: 'ordinals' }],
    ],
  ])('default: %j', (told, read) => expect(readAccountAddresses(told)).toEqual(read))

  test('behavior: anything is read or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.json()), (told) => {
        for (const one of readAccountAddresses(told) ?? []) {
          expect(one.address).toMatch(/^[a-zA-Z0-9]{1,90}$/)
        }
      }),
    )
  })
})

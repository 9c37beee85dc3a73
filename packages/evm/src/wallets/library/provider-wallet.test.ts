import { type Connector, createKit, getConnection } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import { mockEvmWallet, providerError } from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { type Hex, verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, devnet, keys, other, request } from '../../../test/fixture.ts'
import { evm } from '../../evm.ts'
import { withWallets } from '../with-wallets.ts'
import { baseAccount } from './base-account.ts'
import { providerWallet } from './provider-wallet.ts'

const page = new EventTarget()

describeAdapter('evm, a wallet that is a library', () => {
  const wallet = mockEvmWallet({ accounts: keys, chains: [31337, 5] })
  const load = async () => wallet.provider
  const library = providerWallet({ id: 'com.example', name: 'Example', load })
  vi.unstubAllGlobals()
  return {
    adapter: withWallets(evm({ chains: [devnet, other], page: new EventTarget() }), library),
    install: () => {
      // `providerWallet` lists its wallet in every page, so a global `window` is enough to install
      // it.
      vi.stubGlobal('window', page)
      return () => vi.unstubAllGlobals()
    },
    behave: wallet.behave,
    release: wallet.release,
    selectAccount: wallet.selectAccount,
    selectOtherChain: () => wallet.selectChain(5),
    revoke: wallet.revoke,
    prompts: wallet.prompts,
    listenerCount: wallet.listenerCount,
    addresses: {
      valid: [ada, ada.toLowerCase()],
      invalid: ['', '0x', `${ada}0`],
      same: [ada, ada.slice(2).toLowerCase()],
    },
    rejection: providerError(4001, 'User rejected the request.'),
    verify: ({ account, message, signature }) =>
      verifyMessage({ address: addressOf(account) as Hex, message, signature: signature as Hex }),
  }
})

describe('providerWallet', () => {
  beforeEach(() => vi.stubGlobal('window', page))
  afterEach(() => vi.unstubAllGlobals())

  const find = (wallet: ReturnType<typeof providerWallet>) => {
    const connectors: Connector[] = []
    const adapter = withWallets(evm({ chains: [devnet, other], page: new EventTarget() }), wallet)
    adapter.discover((connector) => connectors.push(connector))
    return { adapter, connectors, connector: connectors[0] as Connector }
  }

  test('default: it stands in the list before anything of it is loaded', async () => {
    const load = vi.fn(async () => mockEvmWallet({ accounts: keys }).provider)
    const { connector } = find(providerWallet({ id: 'com.example', name: 'Example', load }))
    expect([connector.id, connector.wallet.name, load.mock.calls]).toEqual([
      'library:com.example',
      'Example',
      [],
    ])
    await connector.connect(request())
    await connector.connect(request())
    expect(load.mock.calls).toEqual([[[devnet, other]]])
  })

  test.each<readonly [string, () => Promise<unknown>]>([
    ['that is not there', () => Promise.reject(new Error('404'))],
    ['without a provider', async () => ({})],
  ])('error: a library %s, and the next try loads it again', async (_, fail) => {
    const load = vi.fn(fail)
    const wallet = providerWallet({ id: 'com.example', name: 'Example', load })
    const { adapter } = find(wallet)
    const kit = createKit({ adapters: [adapter], storage: null })
    const { connector } = find(wallet)
    const error = await connector.connect(request()).catch((cause: unknown) => cause)
    expect(adapter.explain(error)).toBe('connection-failed')
    load.mockResolvedValueOnce(mockEvmWallet({ accounts: keys }).provider)
    expect((await connector.connect(request())).sessions).toHaveLength(1)
    expect(getConnection(kit, { connector: connector.id }).status).toBe('idle')
  })

  test('parameters: isContract', async () => {
    const load = async () => mockEvmWallet({ accounts: keys }).provider
    const wallet = providerWallet({ id: 'com.example', name: 'Example', load, isContract: true })
    const { sessions } = await find(wallet).connector.connect(request())
    expect(sessions[0]?.accounts.map(({ type }) => type)).toEqual(['smartAccount', 'smartAccount'])
  })

  test('parameters: id, name, icon', () => {
    const load = async () => undefined
    for (const wrong of [
      { id: '' },
      { id: 'a b' },
      { name: ' ' },
      { icon: 'https://example.com' },
    ]) {
      expect(() => providerWallet({ id: 'com.example', name: 'Example', load, ...wrong })).toThrow(
        expect.objectContaining({ code: 'config-invalid' }),
      )
    }
  })

  test('behavior: disconnecting tells the library, which keeps the account by itself', async () => {
    const disconnect = vi.fn()
    const { provider } = mockEvmWallet({ accounts: keys })
    const load = async () => ({ request: provider.request.bind(provider), disconnect })
    const { connector } = find(providerWallet({ id: 'com.example', name: 'Example', load }))
    await connector.connect(request())
    await connector.disconnect()
    expect(disconnect).toHaveBeenCalledOnce()
  })
})

describe('baseAccount', () => {
  test('default: both libraries of its maker are made with the chains, and without telemetry', async () => {
    vi.stubGlobal('window', page)
    for (const name of ['createBaseAccountSDK', 'createCoinbaseWalletSDK']) {
      const make = vi.fn(() => ({ getProvider: () => mockEvmWallet({ accounts: keys }).provider }))
      const preference = { attribution: { auto: true } }
      const load = async () => ({ [name]: make })
      const wallet = baseAccount({
        load,
        appName: 'Shop',
        appLogoUrl: 'https://a.example',
        preference,
      })
      const connectors: Connector[] = []
      withWallets(evm({ chains: [devnet, other], page: new EventTarget() }), wallet).discover(
        (one) => connectors.push(one),
      )
      await connectors[0]?.connect(request())
      expect(make.mock.calls).toEqual([
        [
          {
            appName: 'Shop',
            appLogoUrl: 'https://a.example',
            appChainIds: [31337, 5],
            preference: {
              options: 'smartWalletOnly',
              telemetry: false,
              attribution: { auto: true },
            },
          },
        ],
      ])
    }
    vi.unstubAllGlobals()
  })

  test('error: another library', async () => {
    vi.stubGlobal('window', page)
    const connectors: Connector[] = []
    const wallet = baseAccount({ load: async () => ({ createOther: () => ({}) }), appName: 'Shop' })
    withWallets(evm({ chains: [devnet], page: new EventTarget() }), wallet).discover((one) =>
      connectors.push(one),
    )
    await expect(connectors[0]?.connect(request())).rejects.toMatchObject({
      code: 'connection-failed',
    })
    vi.unstubAllGlobals()
  })
})

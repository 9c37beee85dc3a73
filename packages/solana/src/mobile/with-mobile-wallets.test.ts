import type { Connector } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import { type MockSolanaWallet, mockSolanaWallet, providerError } from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isProof, local, main, request } from '../../test/fixture.ts'
import { solana } from '../solana.ts'
import { withMobileWallets } from './with-mobile-wallets.ts'

const phones = {
  chrome:
    'Mozilla/5.0 (Linux; Android 14; Seeker) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  webView:
    'Mozilla/5.0 (Linux; Android 14; Seeker; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
  firefox: 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0',
  desktop:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
}

function openPage(userAgent = phones.chrome, isSecureContext = true) {
  vi.stubGlobal('window', { isSecureContext, location: { origin: 'https://shop.example' } })
  vi.stubGlobal('navigator', { userAgent })
}

/**
 * Makes a stand-in for the library: its wallet is the mock wallet, and it records the options with
 * which the wallet is created.
 */
function libraryOf(wallet: MockSolanaWallet) {
  const configs: object[] = []
  class LocalSolanaMobileWalletAdapterWallet {
    constructor(config: object) {
      configs.push(config)
      // biome-ignore lint/correctness/noConstructorReturn: the wallet is the mock, not a copy of it.
      return wallet.wallet
    }
  }
  const library = {
    LocalSolanaMobileWalletAdapterWallet,
    createDefaultAuthorizationCache: () => ({ name: 'cache' }),
    createDefaultChainSelector: () => ({ name: 'selector' }),
    createDefaultWalletNotFoundHandler: () => 'handler',
  }
  return { configs, load: vi.fn(async (): Promise<object> => library) }
}

function setUp() {
  const wallet = mockSolanaWallet()
  const { load, configs } = libraryOf(wallet)
  const adapter = withMobileWallets(solana({ chains: [local, main], page: new EventTarget() }), {
    load,
    appName: 'Shop',
    appIcon: '/icon.png',
  })
  return { adapter, wallet, load, configs }
}

function stubNode() {
  const value = { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 }
  const answer = async () => Response.json({ jsonrpc: '2.0', id: 1, result: { value } })
  vi.stubGlobal('fetch', vi.fn(answer))
}
beforeEach(stubNode)
afterEach(() => void vi.unstubAllGlobals())

describeAdapter('solana, wallets that are apps', () => {
  // Each test starts without a phone's browser, because the stubs of an earlier test are removed.
  vi.unstubAllGlobals()
  stubNode()
  const { adapter, wallet } = setUp()
  const [one = ''] = wallet.accounts.map(({ address }) => address)
  return {
    adapter,
    install: () => {
      openPage()
      return () => void vi.unstubAllGlobals()
    },
    behave: wallet.behave,
    release: wallet.release,
    selectAccount: wallet.selectAccount,
    selectOtherChain: () => wallet.selectChains(['solana:mainnet']),
    revoke: wallet.revoke,
    prompts: wallet.prompts,
    listenerCount: wallet.listenerCount,
    keepsWaiting: ['transfer'],
    addresses: { valid: [one], invalid: ['', `${one}1`], same: [one, one] },
    rejection: providerError(4001, 'User rejected the request.'),
    verify: async ({ account, message, signature }) =>
      isProof(addressOf(account), message, signature),
  }
})

describe('withMobileWallets', () => {
  const find = (adapter: ReturnType<typeof setUp>['adapter']) => {
    const connectors: Connector[] = []
    adapter.discover((connector) => connectors.push(connector))
    return connectors
  }

  test('default: in Chrome on Android one entry stands in the list, and its choice loads the library', async () => {
    openPage()
    const { adapter, load, configs } = setUp()
    const [connector] = find(adapter)
    expect([connector?.wallet.name, load.mock.calls.length]).toEqual(['Mobile Wallet Adapter', 0])
    await connector?.connect(request())
    expect(configs).toEqual([
      {
        appIdentity: { name: 'Shop', uri: 'https://shop.example', icon: '/icon.png' },
        authorizationCache: { name: 'cache' },
        chains: ['solana:localnet', 'solana:mainnet'],
        chainSelector: { name: 'selector' },
        onWalletNotFound: 'handler',
      },
    ])
  })

  test.each(['webView', 'firefox', 'desktop', 'iPhone'] as const)(
    'behavior: in %s nothing is added',
    (name) => {
      openPage(phones[name])
      expect(find(setUp().adapter)).toEqual([])
    },
  )

  test('behavior: nor on a page without encryption, which could not reach the wallet', () => {
    openPage(phones.chrome, false)
    expect(find(setUp().adapter)).toEqual([])
  })

  test.each([
    ['that is not there', () => Promise.reject(new Error('404'))],
    ['that is another', async () => ({})],
  ])('error: a library %s', async (_, fail) => {
    openPage()
    const { adapter, load } = setUp()
    load.mockImplementation(fail)
    await expect(find(adapter)[0]?.connect(request())).rejects.toMatchObject({
      code: 'connection-failed',
    })
  })
})

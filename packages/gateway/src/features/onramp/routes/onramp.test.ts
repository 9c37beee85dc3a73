import {
  isErrorBody,
  isOnrampOptions,
  isOnrampQuoteAnswer,
  type OnrampOptions,
} from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../base/refuse.ts'
import type { ExchangeSeller, OnrampSeller } from '../../../ports/onramp-port.ts'
import { readConfig } from '../../../server/config/read-config.ts'
import { account, chainId, makeGateway } from '../../../test/make-gateway.ts'
import { checkedSeller } from '../checked-seller.ts'

const network = {
  name: 'devnet-main',
  display_name: 'Devnet',
  chain_id: '31337',
  contract_address: '',
}
const options: OnrampOptions = {
  purchaseCurrencies: [{ id: 'coin-id', name: 'Ether', symbol: 'ETH', networks: [network] }],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] },
  ],
}
const asked: unknown[] = []
const seller: OnrampSeller = {
  provider: {
    serviceProvider: 'one',
    name: 'One',
    categories: [],
    chains: [chainId],
    isSandbox: true,
  },
  options: async () => options,
  async quote(ask) {
    asked.push(ask)
    const money = (amount: string) => ({ amount, currency: ask.paymentCurrency })
    return {
      networkFee: money('0.25'),
      providerFee: money('1.50'),
      paymentSubtotal: money('98.25'),
      paymentTotal: money(ask.amount),
      purchaseAmount: { amount: '0.0393', currency: 'ETH' },
      quoteId: 'q1',
    }
  },
  async start(ask) {
    asked.push(ask)
    return { url: 'https://one.example/pay', orderId: 'abc' }
  },
  order: async (id) => (id === 'abc' ? { id, status: 'pending' } : undefined),
}
const exchange: ExchangeSeller = {
  exchange: { id: 'x', name: 'X' },
  serves: (asset) => asset.startsWith(chainId),
  async start(ask) {
    asked.push(ask)
    return { url: 'https://x.example/', sessionId: 's' }
  },
  status: async (id) => (id === 's' ? { status: 'IN_PROGRESS' } : { status: 'UNKNOWN' }),
}
const everywhere: ExchangeSeller = {
  ...exchange,
  exchange: { id: 'y', name: 'Y' },
  serves: () => true,
}
const down: ExchangeSeller = {
  ...everywhere,
  exchange: { id: 'down', name: 'Down' },
  async status() {
    throw refusal(503, '', 'The exchange does not answer')
  },
}
const { app, logged } = makeGateway({
  onramp: { sellers: new Map([['one', checkedSeller(seller)]]) },
  exchanges: {
    exchanges: new Map([exchange, everywhere, down].map((one) => [one.exchange.id, one])),
  },
})

async function call(path: string, body?: object, headers: Record<string, string> = {}) {
  asked.length = 0
  const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
  const response = await app.request(`${path}${path.includes('?') ? '&' : '?'}projectId=shop`, init)
  const json = (await response.json()) as Record<string, never>
  return {
    status: response.status,
    json,
    field: isErrorBody(json) ? json.reasons[0]?.field : undefined,
  }
}

describe('onrampRoutes', () => {
  test('default: sellers and what they sell', async () => {
    expect((await call('/v1/onramp/providers')).json).toEqual([seller.provider])
    const { json } = await call('/v1/onramp/options')
    expect([isOnrampOptions(json), json]).toEqual([true, options])
    expect((await call(`/v1/onramp/options?provider=one&chainId=${chainId}`)).json).toEqual(options)
    expect((await call('/v1/onramp/options?chainId=eip155:1')).json).toEqual({
      purchaseCurrencies: [],
      paymentCurrencies: [],
    })
    expect(await call('/v1/onramp/options?provider=foo')).toMatchObject({
      status: 400,
      field: 'provider',
    })
    expect(await call('/v1/onramp/buy/options?country=US&subdivision=NY')).toMatchObject({
      json: {
        paymentCurrencies: [{ id: 'USD', limits: [{ id: 'card', min: '10.00', max: '7500.00' }] }],
        purchaseCurrencies: [
          {
            id: 'coin-id',
            symbol: 'ETH',
            networks: [
              { name: 'devnet-main', displayName: 'Devnet', contractAddress: '', chainId: '31337' },
            ],
          },
        ],
      },
    })
    expect((await call('/v1/onramp/buy/options?country=USA')).status).toBe(400)
  })

  test.each([
    [
      'ours',
      {
        provider: 'one',
        chainId,
        purchaseCurrency: 'ETH',
        paymentCurrency: 'USD',
        paymentMethod: 'CARD',
        amount: '100',
      },
    ],
    [
      'whole entries',
      {
        purchaseCurrency: options.purchaseCurrencies[0],
        paymentCurrency: { id: 'USD' },
        amount: 100,
        network: 'devnet',
      },
    ],
    ['ids', { purchaseCurrency: 'coin-id', paymentCurrency: 'USD', amount: '100.00' }],
  ])('default: a quote asked for in the words of %s', async (_, body) => {
    const { json } = await call('/v1/onramp/quote', body)
    expect([isOnrampQuoteAnswer(json), json.quoteId]).toEqual([true, 'q1'])
    expect(asked).toEqual([
      expect.objectContaining({
        purchaseCurrency: 'ETH',
        chain: chainId,
        paymentCurrency: 'USD',
        paymentMethod: 'card',
        amount: '100.00',
        network: 'devnet-main',
      }),
    ])
  })

  test('behavior: the words of newer clients', async () => {
    const query =
      'purchaseCurrency=ETH&paymentAmount=100&paymentCurrency=USD&paymentMethod=CARD&country=US&purchaseNetwork=devnet-main'
    expect((await call(`/v1/onramp/buy/quotes?${query}`)).json).toEqual({
      paymentTotal: { value: '100.00', currency: 'USD' },
      paymentSubTotal: { value: '98.25', currency: 'USD' },
      purchaseAmount: { value: '0.0393', currency: 'ETH' },
      coinbaseFee: { value: '1.50', currency: 'USD' },
      networkFee: { value: '0.25', currency: 'USD' },
      quoteId: 'q1',
    })
  })

  test.each([
    [{ amount: '9' }, 'amount'],
    [{ amount: '7500.01' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '1e2' }, 'amount'],
    [{ purchaseCurrency: 'DOGE' }, 'purchaseCurrency'],
    [{ paymentCurrency: 'CHF' }, 'paymentCurrency'],
    [{ chainId: 'eip155:1' }, 'chainId'],
    [{ network: 'moon' }, 'network'],
    [{ paymentMethod: 'shells' }, 'paymentMethod'],
    [{ provider: '__proto__' }, 'provider'],
  ])('behavior: %o is refused for its %s', async (more, field) => {
    const body = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', ...more }
    expect(await call('/v1/onramp/quote', body)).toMatchObject({ status: 400, field })
    expect(asked).toEqual([])
  })

  test('behavior: nobody sells anything', async () => {
    const alone = makeGateway().app
    for (const path of ['options', 'buy/options']) {
      expect((await alone.request(`/v1/onramp/${path}?projectId=shop`)).status).toBe(503)
    }
    expect(await (await alone.request('/v1/onramp/providers?projectId=shop')).json()).toEqual([])
  })
})

describe('onrampUrlRoute', () => {
  const path = '/v1/generators/onrampurl'
  const wallets = [{ address: account, blockchains: ['devnet'], assets: ['ETH'] }]
  const ours = {
    provider: 'one',
    chainId,
    purchaseCurrency: 'ETH',
    paymentCurrency: 'USD',
    amount: '100',
  }

  test('default', async () => {
    const returnUrl = 'https://a.shop.example/back?x=1'
    const { json } = await call(path, { destinationWallets: wallets, ...ours, returnUrl })
    expect(json).toEqual({ url: 'https://one.example/pay', orderId: 'one.abc' })
    expect(asked).toEqual([
      expect.objectContaining({
        wallet: account,
        amount: '100.00',
        returnUrl,
        callerAddress: 'caller',
      }),
    ])
  })

  test('behavior: the body of facts 1.13 alone is enough', async () => {
    const body = {
      destinationWallets: wallets,
      defaultNetwork: 'devnet',
      defaultExperience: 'buy',
      partnerUserId: 'x'.repeat(32),
    }
    expect(
      (await call(path, { ...body, presetFiatAmount: 250, handlingRequestedUrls: false })).status,
    ).toBe(200)
    expect(asked).toEqual([
      expect.objectContaining({ purchaseCurrency: 'ETH', amount: '250.00', chain: chainId }),
    ])
    expect((await call(path, body)).status).toBe(200)
    expect(asked).toEqual([expect.objectContaining({ amount: '10.00' })])
  })

  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://a.shop.example@evil.example/',
    'https://name:secret@a.shop.example/',
    'javascript:alert(1)',
    '//a.shop.example/',
    'data:text/html,x',
    'http://a.shop.example/',
  ])('behavior: nobody is led back to %s', async (returnUrl) => {
    expect(await call(path, { destinationWallets: wallets, ...ours, returnUrl })).toMatchObject({
      status: 400,
      field: 'returnUrl',
    })
    expect(asked).toEqual([])
  })

  test('behavior: what is no address, or misspelt, gets nothing', async () => {
    for (const address of [
      '0x12',
      account.replace('F6F4', 'F6F5'),
      account.replace('f39F', 'F39f'),
      'ada.eth',
    ]) {
      expect(await call(path, { destinationWallets: [{ address }], ...ours })).toMatchObject({
        status: 400,
        field: 'address',
      })
    }
    expect((await call(path, { destinationWallets: [], ...ours })).status).toBe(400)
    expect((await call(path, { destinationWallets: wallets, partnerUserId: 'short' })).status).toBe(
      400,
    )
    expect(asked).toEqual([])
    expect(logged.join()).not.toContain(account)
  })
})

describe('onrampOrderRoute', () => {
  test('default', async () => {
    expect(await call('/v1/onramp/orders/one.abc')).toMatchObject({
      status: 200,
      json: { id: 'one.abc', status: 'pending' },
    })
    for (const id of ['one.other', 'two.abc', 'abc', '__proto__.abc', 'one.%2e%2e']) {
      expect(await call(`/v1/onramp/orders/${id}`)).toMatchObject({ status: 404, field: 'id' })
    }
  })
})

describe('exchangeRoute of a project that says something about deposits', () => {
  const exchanges = {
    exchanges: new Map([exchange, everywhere].map((one) => [one.exchange.id, one])),
  }
  const rpcOf = (feature: {
    readonly isEnabled: boolean
    readonly config: readonly string[] | null
  }) => {
    const features = [
      { id: 'fund_from_exchange', ...feature, config: feature.config && [...feature.config] },
    ]
    const project = { id: 'shop', origins: [], features, isAnalyticsEnabled: false }
    const { app: own } = makeGateway({ exchanges, projects: { find: async () => project } })
    return async (method: string, params: object) =>
      (await (
        await own.request('/v1/json-rpc?projectId=shop', {
          method: 'POST',
          body: JSON.stringify({ jsonrpc: '2.0', id: 'i', method, params }),
        })
      ).json()) as { result?: Record<string, unknown>; error?: { message: string } }
  }
  const pay = {
    exchangeId: 'x',
    asset: `${chainId}/slip44:60`,
    amount: '1',
    recipient: `${chainId}:${account}`,
  }

  test('default: off is no exchange, and none can be begun; one that was begun is told of', async () => {
    const rpc = rpcOf({ isEnabled: false, config: [] })
    expect((await rpc('reown_getExchanges', {})).result).toEqual({ exchanges: [], total: 0 })
    expect((await rpc('reown_getExchangePayUrl', pay)).error?.message).toBe(
      'There is no such exchange',
    )
    const status = await rpc('reown_getExchangeBuyStatus', { exchangeId: 'x', sessionId: 's' })
    expect(status.result).toEqual({ status: 'IN_PROGRESS' })
  })

  test('behavior: a list names the exchanges, without one it is all of them', async () => {
    const ids = async (config: readonly string[] | null) => {
      const { result } = await rpcOf({ isEnabled: true, config })('reown_getExchanges', {})
      return (result as { exchanges: { id: string }[] }).exchanges.map(({ id }) => id)
    }
    expect(await ids(['y'])).toEqual(['y'])
    expect(await ids(null)).toEqual(['x', 'y'])
    expect(await ids([])).toEqual(['x', 'y'])
    const rpc = rpcOf({ isEnabled: true, config: ['y'] })
    expect((await rpc('reown_getExchangePayUrl', pay)).error?.message).toBe(
      'There is no such exchange',
    )
  })
})

describe('exchangeRoute', () => {
  const rpc = async (method: string, params: object) =>
    (await call('/v1/json-rpc', { jsonrpc: '2.0', id: 'i', method, params })).json as {
      id?: unknown
      result?: Record<string, unknown>
      error?: { code: number; message: string }
    }
  const coin = `${chainId}/slip44:60`
  const pay = { exchangeId: 'x', asset: coin, amount: '1.5', recipient: `${chainId}:${account}` }

  test('default', async () => {
    expect(await rpc('reown_getExchanges', { page: 1, asset: coin })).toEqual({
      jsonrpc: '2.0',
      id: 'i',
      result: { exchanges: [exchange, everywhere, down].map((one) => one.exchange), total: 3 },
    })
    expect(
      (await rpc('reown_getExchanges', { includeOnly: ['x', 'y'], exclude: ['y'] })).result?.total,
    ).toBe(1)
    expect((await rpc('reown_getExchanges', { page: 2 })).result).toEqual({
      exchanges: [],
      total: 3,
    })
    expect((await rpc('reown_getExchangePayUrl', pay)).result).toEqual({
      url: 'https://x.example/',
      sessionId: 's',
    })
    expect(asked).toEqual([
      { asset: coin, amount: '1.5', recipient: pay.recipient, callerAddress: 'caller' },
    ])
    const returnUrl = 'https://a.shop.example/back'
    await rpc('reown_getExchangePayUrl', { ...pay, returnUrl })
    expect(asked).toEqual([expect.objectContaining({ returnUrl })])
    expect(
      (await rpc('reown_getExchangeBuyStatus', { exchangeId: 'x', sessionId: 's' })).result,
    ).toEqual({
      status: 'IN_PROGRESS',
    })
  })

  test.each([
    ['eip155:56/slip44:60', 'eip155:56/slip44:714'],
    ['eip155:56/slip44:714', 'eip155:56/slip44:714'],
    ['eip155:204/slip44:60', 'eip155:204/slip44:714'],
    ['eip155:1/slip44:60', 'eip155:1/slip44:60'],
  ])('behavior: the coin %s is spelt %s', async (asset, spelt) => {
    const recipient = `${asset.split('/')[0]}:${account}`
    await rpc('reown_getExchangePayUrl', { ...pay, exchangeId: 'y', asset, recipient })
    expect(asked).toEqual([expect.objectContaining({ asset: spelt })])
  })

  test.each([
    ['reown_getExchanges', { asset: 'bip122:000000000019d6689c085ae165831e93/slip44:0' }],
    ['reown_getExchanges', { asset: 'eip155:1/slip44:714' }],
    ['reown_getExchanges', { page: 0 }],
    ['reown_getExchangePayUrl', { ...pay, exchangeId: 'z' }],
    ['reown_getExchangePayUrl', { ...pay, asset: 'eip155:1/slip44:60' }],
    ['reown_getExchangePayUrl', { ...pay, recipient: `eip155:1:${account}` }],
    ['reown_getExchangePayUrl', { ...pay, recipient: `${chainId}:ada` }],
    ['reown_getExchangePayUrl', { ...pay, amount: '0' }],
    ['reown_getExchangePayUrl', { ...pay, amount: '-1' }],
    ['reown_getExchangePayUrl', { ...pay, returnUrl: 'https://evil.example/' }],
    ['reown_getExchangePayUrl', { ...pay, returnUrl: 'javascript:alert(1)' }],
    ['reown_getExchangePayUrl', {}],
  ])('behavior: %s %o is refused in the envelope', async (method, params) => {
    expect(await rpc(method, params)).toMatchObject({ id: 'i', error: { code: -32602 } })
    expect(asked).toEqual([])
  })

  test('behavior: an exchange that is away, a method nobody has, a project in the parameters', async () => {
    expect(
      (await rpc('reown_getExchangeBuyStatus', { exchangeId: 'down', sessionId: 's' })).error?.code,
    ).toBe(-32000)
    expect((await rpc('eth_blockNumber', {})).error?.code).toBe(-32601)
    expect((await rpc('constructor', {})).error?.code).toBe(-32601)
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'reown_getExchanges',
      params: { projectId: 'shop', st: 'x', sv: 'y' },
    }
    const bare = await app.request('/v1/json-rpc', { method: 'POST', body: JSON.stringify(body) })
    expect(bare.status).toBe(200)
    const foreign = { origin: 'https://evil.example' }
    expect((await call('/v1/json-rpc', body, foreign)).status).toBe(403)
  })
})

describe('readConfig', () => {
  const sandbox = { url: 'http://localhost:4306', chains: ['eip155:31337'] }
  const read = (config: object, env: Record<string, string> = {}) =>
    readConfig(JSON.stringify(config), env)

  test('behavior: no sandbox in production; keys come from the environment', () => {
    const production = { NODE_ENV: 'production' }
    expect(() => read({ onramp: { sandbox } }, production)).toThrow('sandbox')
    expect(() => read({ exchanges: { sandbox } }, production)).toThrow('sandbox')
    expect(read({ onramp: { sandbox }, exchanges: { sandbox } }).config.onramp.sandbox?.url).toBe(
      sandbox.url,
    )
    const coinbase = { url: 'https://api.example', chains: ['eip155:1'] }
    expect(() => read({ exchanges: { coinbase: true } })).toThrow('onramp.coinbase')
    expect(
      read({ onramp: { coinbase }, exchanges: { coinbase: true } }).config.exchanges.coinbase,
    ).toBe(true)
    const { config, origins } = read(
      { onramp: { coinbase } },
      { LATCHKEY_UPSTREAM_KEY_COINBASE: 'k' },
    )
    expect([config.onramp.coinbase?.key, origins.get('onramp.coinbase.key')]).toEqual([
      'k',
      'env LATCHKEY_UPSTREAM_KEY_COINBASE',
    ])
    expect(readConfig(undefined, { LATCHKEY_SANDBOX_PORT: '5' }).config.onramp.sandbox?.url).toBe(
      'http://127.0.0.1:5',
    )
  })
})

import { defaultOnrampOptions, hasCode, type OnrampOptions } from '@latchkey/protocol'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import type { Kit, KitOptions } from '../machine/kit.ts'
import { exchangeStatusQuery } from './exchange-status-query.ts'
import { exchangesQuery } from './exchanges-query.ts'
import { type BuyAsk, isOrderOver } from './onramp.ts'
import { checkOnrampAmount, onrampLimits } from './onramp-limits.ts'
import { onrampOptionsQuery } from './onramp-options-query.ts'
import { onrampProvidersQuery } from './onramp-providers-query.ts'
import { onrampQuoteQuery } from './onramp-quote-query.ts'
import { orderQuery } from './order-query.ts'
import { startExchange } from './start-exchange.ts'
import { startOnramp } from './start-onramp.ts'

const network = { name: 'one', display_name: 'One', chain_id: '1', contract_address: '' }
const options: OnrampOptions = {
  purchaseCurrencies: [
    {
      id: 'coin',
      name: 'Coin',
      symbol: 'ETH',
      networks: [network, { ...network, chain_id: '137', name: 'far' }],
    },
    { id: 'far', name: 'Far', symbol: 'FAR', networks: [{ ...network, chain_id: '137' }] },
  ],
  paymentCurrencies: [
    {
      id: 'USD',
      payment_method_limits: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'bank', min: '50', max: '60' },
      ],
    },
    { id: 'JPY', payment_method_limits: [{ id: 'card', min: '1500', max: '1000000' }] },
  ],
}
const money = (amount: string, currency = 'USD') => ({ amount, currency })
const quote = {
  networkFee: money('1'),
  paymentSubtotal: money('97'),
  paymentTotal: money('100.00'),
  purchaseAmount: money('0.04', 'ETH'),
  providerFee: money('2'),
  quoteId: 'q',
}
const ask: BuyAsk = {
  provider: 'shop',
  chain: 'eip155:1',
  purchaseCurrency: 'ETH',
  paymentCurrency: 'USD',
  amount: '100',
}

interface Seen {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown> | undefined
  readonly init: RequestInit
}
type Reply = (seen: Seen) => unknown
const seen: Seen[] = []
const replies: Record<string, Reply> = {}
const reply = (path: string, answer: Reply) => {
  replies[path] = answer
}
const refused = (status: number, field: string, description = 'no') =>
  Response.json({ status: 'FAILED', reasons: [{ field, description }] }, { status })
const asked = (path: string) => seen.filter((one) => one.path.startsWith(path))

beforeEach(() => {
  seen.length = 0
  for (const path of Object.keys(replies)) {
    delete replies[path]
  }
  reply('/v1/supported-chains', () => ({ http: ['eip155:1', 'beta:1'], ws: [] }))
  reply('/v1/onramp/options', () => options)
  reply('/v1/onramp/quote', () => quote)
  reply('/v1/onramp/providers', () => [
    {
      serviceProvider: 'shop',
      name: 'Shop',
      categories: [],
      feePercent: [1, 2.5],
      chains: ['eip155:1'],
    },
    { serviceProvider: 'any', name: 'Any', categories: [] },
    { serviceProvider: 'other', name: 'Other', categories: [], chains: ['eip155:10'] },
  ])
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(url)
    const one = {
      path,
      query,
      init,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    seen.push(one)
    const found = replies[path]
    if (!found) throw new TypeError('Failed to fetch')
    const answer = await found(one)
    return answer instanceof Response ? answer : Response.json(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

function kitOf(
  gateway: string | null = 'http://gateway.example',
  features: KitOptions['features'] = {},
): Kit {
  const own = (namespace: string) => ({ ...adapter(namespace), chains: [chain(`${namespace}:1`)] })
  return createKit({
    adapters: [own('eip155'), own('beta')],
    storage: storage(),
    features,
    ...(gateway && { gateway: { url: gateway, project: 'p' } }),
  })
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )

describe('onrampProvidersQuery', () => {
  test('default', async () => {
    const names = async (kit: Kit, chain?: 'eip155:1') =>
      (await onrampProvidersQuery(kit, { chain }).queryFn()).map(({ name }) => name)
    const kit = kitOf()
    expect(await names(kit)).toEqual(['Shop', 'Any', 'Other'])
    expect(await names(kit, 'eip155:1')).toEqual(['Shop', 'Any'])
    expect(asked('/v1/onramp/providers')).toHaveLength(1)
    expect(await names(kitOf(null))).toEqual([])
  })

  test('behavior: the owner’s list says which of them, and off is nobody', async () => {
    const named = async (onramp: boolean | readonly string[]) =>
      (await onrampProvidersQuery(kitOf(undefined, { onramp })).queryFn()).map(
        ({ serviceProvider }) => serviceProvider,
      )
    const [first = ''] = await named(true)
    expect(await named([first, 'stranger'])).toEqual([first])
    expect(await named(['stranger'])).toEqual([])
    const before = seen.length
    expect(await named(false)).toEqual([])
    expect(seen.length).toBe(before)
  })

  test('behavior: a list that cannot be believed is none', async () => {
    for (const answer of [
      {},
      [{ name: 'x' }],
      [{ serviceProvider: 'a', name: 'A', categories: [], websiteUrl: 'javascript:1' }],
    ]) {
      reply('/v1/onramp/providers', () => answer)
      expect(await codeOf(onrampProvidersQuery(kitOf()).queryFn())).toBe('onramp-unavailable')
    }
  })
})

describe('onrampOptionsQuery', () => {
  const read = (kit: Kit, chain: BuyAsk['chain'] = 'eip155:1') =>
    onrampOptionsQuery(kit, { chain, provider: 'shop' }).queryFn()

  test('default: what can be had on the chain', async () => {
    const kit = kitOf()
    expect(await read(kit)).toEqual({
      isDefault: false,
      paymentCurrencies: options.paymentCurrencies,
      purchaseCurrencies: [{ ...options.purchaseCurrencies[0], networks: [network] }],
    })
    const [{ query } = { query: new URLSearchParams() }] = asked('/v1/onramp/options')
    expect([query.get('provider'), query.get('chainId'), query.get('projectId')]).toEqual([
      'shop',
      'eip155:1',
      'p',
    ])
  })

  test.each([
    ['down', () => refused(404, '')],
    ['garbage', () => ({ purchaseCurrencies: 'x', paymentCurrencies: [] })],
    [
      'limits that are no amounts',
      () => ({
        ...options,
        paymentCurrencies: [
          { id: 'USD', payment_method_limits: [{ id: 'c', min: '-1', max: 'x' }] },
        ],
      }),
    ],
  ])('behavior: %s: the list every kit knows', async (_, answer) => {
    reply('/v1/onramp/options', answer)
    const found = await read(kitOf())
    expect(found.isDefault).toBe(true)
    expect(found.purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
    expect(found.paymentCurrencies).toEqual(defaultOnrampOptions.paymentCurrencies)
    expect(
      found.purchaseCurrencies.flatMap(({ networks }) => networks.map(({ chain_id }) => chain_id)),
    ).toEqual(['1', '1'])
  })

  test('behavior: nothing on a chain that is not served, of a family nobody sells, or without a gateway', async () => {
    const nothing = { purchaseCurrencies: [], paymentCurrencies: [], isDefault: false }
    expect(await read(kitOf(), 'eip155:2')).toEqual(nothing)
    expect(await read(kitOf(), 'beta:1')).toEqual(nothing)
    expect(await read(kitOf(null))).toEqual(nothing)
    expect(asked('/v1/onramp')).toEqual([])
  })
})

describe('checkOnrampAmount', () => {
  const check = (amount: string, paymentMethod?: string, paymentCurrency = 'USD') =>
    checkOnrampAmount(options, { amount, paymentCurrency, paymentMethod })

  test('default', () => {
    expect([
      check('10'),
      check('7500.00'),
      check('0010.5'),
      check('55', 'bank'),
      check('1500', 'card', 'JPY'),
    ]).toEqual(['10.00', '7500.00', '10.50', '55.00', '1500'])
    expect(onrampLimits(options, { paymentCurrency: 'USD', paymentMethod: 'none' })).toBeNull()
  })

  test.each([
    ['9.99', undefined, 'USD', 'onramp-amount-out-of-range'],
    ['7500.01', undefined, 'USD', 'onramp-amount-out-of-range'],
    ['100', 'bank', 'USD', 'onramp-amount-out-of-range'],
    ['100', 'none', 'USD', 'onramp-unavailable'],
    ['100', undefined, 'CHF', 'onramp-unavailable'],
    ['10.001', undefined, 'USD', 'amount-invalid'],
    ['1500.5', undefined, 'JPY', 'amount-invalid'],
    ['0', undefined, 'USD', 'amount-invalid'],
    ['1e3', undefined, 'USD', 'amount-invalid'],
    ['', undefined, 'USD', 'amount-invalid'],
  ])('behavior: %s by %s in %s is %s', async (amount, method, currency, code) => {
    expect(await codeOf((async () => check(amount, method, currency))())).toBe(code)
  })

  test('behavior: the limits are said', () => {
    expect(() => check('1')).toThrow(
      expect.objectContaining({
        context: { reason: '10.00–7500.00 USD', min: '10.00', max: '7500.00', currency: 'USD' },
      }),
    )
  })
})

describe('onrampQuoteQuery', () => {
  const read = (more: Partial<BuyAsk> = {}, kit = kitOf()) =>
    onrampQuoteQuery(kit, { ...ask, ...more }).queryFn()

  test('default: an offer', async () => {
    expect(await read()).toEqual({ ...quote, isEstimate: false, at: expect.any(Number) })
    const [{ body, init } = { body: {}, init: {} as RequestInit }] = asked('/v1/onramp/quote')
    expect(body).toEqual({
      purchaseCurrency: 'ETH',
      paymentCurrency: 'USD',
      paymentMethod: 'card',
      amount: '100.00',
      network: 'one',
      provider: 'shop',
      chainId: 'eip155:1',
    })
    expect([init.credentials, new Headers(init.headers).get('content-type')]).toEqual([
      'omit',
      'text/plain',
    ])
  })

  test.each<readonly [string, () => unknown]>([
    ['a total that was not asked for', () => ({ ...quote, paymentTotal: money('99') })],
    ['more left than was paid', () => ({ ...quote, paymentSubtotal: money('100.01') })],
    ['another coin', () => ({ ...quote, purchaseAmount: money('1', 'DOGE') })],
    ['no coins', () => ({ ...quote, purchaseAmount: money('0', 'ETH') })],
    ['other money', () => ({ ...quote, paymentTotal: money('100', 'JPY') })],
    ['a price in floats', () => ({ ...quote, purchaseAmount: { amount: 0.04, currency: 'ETH' } })],
    ['a refusal', () => refused(501, '')],
    ['nonsense', () => 'x'],
  ])('behavior: %s is no offer, but an estimate that says so', async (_, answer) => {
    reply('/v1/onramp/quote', answer)
    expect(await read()).toEqual({
      networkFee: money('0.00'),
      paymentSubtotal: money('97.50'),
      paymentTotal: money('100.00'),
      purchaseAmount: money('97.50'),
      providerFee: money('2.50'),
      quoteId: 'estimate',
      isEstimate: true,
      at: expect.any(Number),
    })
  })

  test('behavior: of a seller that names no fee two of a hundred are taken for it', async () => {
    reply('/v1/onramp/quote', () => refused(501, ''))
    const made = await read({ provider: 'any' })
    expect([made?.providerFee, made?.paymentSubtotal]).toEqual([money('2.00'), money('98.00')])
  })

  test('behavior: an estimate of the gateway stays one', async () => {
    reply('/v1/onramp/quote', () => ({ ...quote, isEstimate: true }))
    expect(await read()).toMatchObject({ isEstimate: true, purchaseAmount: money('0.04', 'ETH') })
  })

  test('behavior: a provider that is slow is not waited for', async () => {
    vi.useFakeTimers()
    reply(
      '/v1/onramp/quote',
      ({ init }) =>
        new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    )
    const found = read()
    await vi.advanceTimersByTimeAsync(5_100)
    expect(await found).toMatchObject({ isEstimate: true })
    vi.useRealTimers()
  })

  test('behavior: an estimate adds up to the last cent', async () => {
    reply('/v1/onramp/quote', () => refused(501, ''))
    const kit = kitOf()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1_000, max: 750_000 }), async (cents) => {
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        const made = await read({ amount }, kit)
        const inCents = (text = '') => BigInt(text.replace('.', ''))
        expect(inCents(made?.paymentTotal.amount)).toBe(BigInt(cents))
        expect(inCents(made?.paymentSubtotal.amount) + inCents(made?.providerFee?.amount)).toBe(
          BigInt(cents),
        )
        expect(inCents(made?.providerFee?.amount) * 1000n).toBeGreaterThanOrEqual(
          BigInt(cents) * 25n,
        )
      }),
      { numRuns: 50 },
    )
  })

  test('behavior: what the visitor can mend is no estimate', async () => {
    expect(await codeOf(read({ amount: '1' }))).toBe('onramp-amount-out-of-range')
    expect(await codeOf(read({ amount: 'x' }))).toBe('amount-invalid')
    expect(await codeOf(read({ paymentCurrency: 'CHF' }))).toBe('onramp-unavailable')
    expect(asked('/v1/onramp/quote')).toEqual([])
    reply('/v1/onramp/quote', () => refused(400, 'amount', 'Between 20 and 30 USD'))
    await expect(read()).rejects.toMatchObject({
      code: 'onramp-amount-out-of-range',
      context: { reason: 'Between 20 and 30 USD' },
    })
    reply('/v1/onramp/quote', () => refused(401, 'authentication'))
    expect(await codeOf(read())).toBe('project-id-unknown')
    expect(await read({ purchaseCurrency: 'FAR' })).toBeNull()
    expect(await read({ chain: 'eip155:2' })).toBeNull()
  })
})

describe('startOnramp', () => {
  const start = (more: Partial<startOnramp.Parameters> = {}) =>
    startOnramp(kitOf(), { ...ask, wallet: 'a1', ...more })
  const url = 'https://shop.example/pay?x=1'

  test('default', async () => {
    reply('/v1/generators/onrampurl', () => ({ url, orderId: 'shop.1' }))
    expect(await start({ returnUrl: 'https://page.example/' })).toEqual({ url, orderId: 'shop.1' })
    expect(asked('/v1/generators')[0]?.body).toEqual({
      destinationWallets: [{ address: 'a1', blockchains: ['one'], assets: ['ETH'] }],
      defaultNetwork: 'one',
      defaultExperience: 'buy',
      provider: 'shop',
      chainId: 'eip155:1',
      purchaseCurrency: 'ETH',
      paymentCurrency: 'USD',
      paymentMethod: 'card',
      amount: '100.00',
      returnUrl: 'https://page.example/',
    })
    reply('/v1/generators/onrampurl', () => ({ url, orderId: null }))
    expect(await start()).toEqual({ url })
  })

  test.each([
    'javascript:alert(1)',
    'ftp://a.example',
    'https://name:secret@a.example/',
    '//a.example',
    'x',
    '',
  ])('behavior: %s is no page to be led to', async (bad) => {
    reply('/v1/generators/onrampurl', () => ({ url: bad }))
    expect(await codeOf(start())).toBe('onramp-unavailable')
  })

  test('behavior: refused before anything is asked', async () => {
    expect(await codeOf(start({ wallet: '0x' }))).toBe('receiver-invalid')
    expect(await codeOf(start({ amount: '9' }))).toBe('onramp-amount-out-of-range')
    expect(await codeOf(start({ purchaseCurrency: 'FAR' }))).toBe('onramp-chain-unsupported')
    expect(asked('/v1/generators')).toEqual([])
  })

  test('behavior: an order is never made twice by asking again', async () => {
    reply('/v1/generators/onrampurl', () => refused(503, ''))
    expect(await codeOf(start())).toBe('onramp-unavailable')
    expect(asked('/v1/generators')).toHaveLength(1)
  })
})

describe('orderQuery', () => {
  test('default', async () => {
    reply('/v1/onramp/orders/shop.1', () => ({ id: 'shop.1', status: 'pending' }))
    const { queryFn, staleTime } = orderQuery(kitOf(), { id: 'shop.1' })
    expect([await queryFn(), staleTime]).toEqual([{ id: 'shop.1', status: 'pending' }, 0])
    expect(
      ['created', 'paying', 'pending', 'delivering', 'done', 'declined', 'abandoned', 'failed'].map(
        (one) => isOrderOver(one as 'done'),
      ),
    ).toEqual([false, false, false, false, true, true, true, true])
  })

  test.each([
    { id: 'shop.2', status: 'done' },
    { id: 'shop.1', status: 'paid' },
    { id: 'shop.1', status: 'done', purchaseAmount: { amount: '-1', currency: 'ETH' } },
  ])('behavior: %j is no answer', async (answer) => {
    reply('/v1/onramp/orders/shop.1', () => answer)
    expect(await codeOf(orderQuery(kitOf(), { id: 'shop.1' }).queryFn())).toBe('onramp-unavailable')
  })
})

describe('exchanges', () => {
  const asset = { id: 'eip155:1/slip44:60', decimals: 18 } as const
  const recipient = 'eip155:1:a1'
  const answer = (result: unknown) =>
    reply('/v1/json-rpc', () => ({ jsonrpc: '2.0', id: 1, result }))
  const begin = (more: Partial<startExchange.Parameters> = {}) =>
    startExchange(kitOf(), { exchange: 'x', asset, amount: 1n, recipient, ...more })

  test('default', async () => {
    answer({ exchanges: [{ id: 'x', name: 'X', isSandbox: true }], total: 1 })
    expect(await exchangesQuery(kitOf(), { asset }).queryFn()).toEqual([
      { id: 'x', name: 'X', isSandbox: true },
    ])
    answer({ url: 'https://x.example/', sessionId: 's' })
    expect(await begin()).toEqual({ url: 'https://x.example/', session: 's' })
    await begin({ returnUrl: 'https://shop.example/?a=1' })
    expect(asked('/v1/json-rpc').at(-1)?.body).toMatchObject({
      params: { returnUrl: 'https://shop.example/?a=1' },
    })
    seen.pop()
    answer({ status: 'SUCCESS', txHash: '0x1' })
    const status = exchangeStatusQuery(kitOf(), { exchange: 'x', session: 's' })
    expect(await status.queryFn()).toEqual({ status: 'SUCCESS', txHash: '0x1' })
    expect(asked('/v1/json-rpc').map(({ body }) => body)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'reown_getExchanges',
        params: { page: 1, asset: asset.id, projectId: 'p' },
      },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'reown_getExchangePayUrl',
        params: {
          exchangeId: 'x',
          asset: asset.id,
          amount: '0.000000000000000001',
          recipient,
          projectId: 'p',
        },
      },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'reown_getExchangeBuyStatus',
        params: { exchangeId: 'x', sessionId: 's', projectId: 'p' },
      },
    ])
    expect(await exchangesQuery(kitOf(null), { asset }).queryFn()).toEqual([])
  })

  test('behavior: none where the owner does not want deposits, and nobody is asked', async () => {
    answer({ exchanges: [{ id: 'x', name: 'X' }], total: 1 })
    expect(await exchangesQuery(kitOf(undefined, { pay: true }), { asset }).queryFn()).toHaveLength(
      1,
    )
    const before = seen.length
    expect(await exchangesQuery(kitOf(undefined, { pay: false }), { asset }).queryFn()).toEqual([])
    expect(seen.length).toBe(before)
  })

  test('behavior: no unit is lost between amount and request', async () => {
    answer({ url: 'https://x.example/', sessionId: 's' })
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 36 }),
        async (amount, decimals) => {
          await begin({ amount, asset: { ...asset, decimals } })
          const params = asked('/v1/json-rpc').at(-1)?.body?.params as
            | { amount?: string }
            | undefined
          const sent = params?.amount ?? ''
          const [whole = '', fraction = ''] = sent.split('.')
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
          expect(fraction.length).toBeLessThanOrEqual(decimals)
        },
      ),
    )
  })

  test('behavior: refused before anything is asked', async () => {
    expect(await codeOf(begin({ amount: 0n }))).toBe('amount-invalid')
    expect(await codeOf(begin({ amount: 2n ** 256n }))).toBe('amount-invalid')
    expect(await codeOf(begin({ recipient: 'eip155:2:a1' }))).toBe('chain-mismatch')
    expect(await codeOf(begin({ recipient: 'eip155:1:0x' }))).toBe('receiver-invalid')
    expect(asked('/v1/json-rpc')).toEqual([])
  })

  test('behavior: what the exchange says is kept as the reason; a page that is none is refused', async () => {
    reply('/v1/json-rpc', () => ({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: 'Too little' },
    }))
    await expect(begin()).rejects.toMatchObject({
      code: 'exchange-unavailable',
      context: { reason: 'Too little' },
    })
    answer({ url: 'javascript:alert(1)', sessionId: 's' })
    expect(await codeOf(begin())).toBe('exchange-unavailable')
    answer({ status: 'MAYBE' })
    expect(
      await codeOf(exchangeStatusQuery(kitOf(), { exchange: 'x', session: 's' }).queryFn()),
    ).toBe('exchange-unavailable')
  })
})

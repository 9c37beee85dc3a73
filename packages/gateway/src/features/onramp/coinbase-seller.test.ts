import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { defaultOnrampOptions } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { readRefusal } from '../../base/refuse.ts'
import type { OnrampRequest } from '../../ports/onramp-port.ts'
import { checkedSeller } from './checked-seller.ts'
import { optionsAnswer, quoteAnswer, tokenAnswer, transactionsAnswer } from './coinbase-fixtures.ts'
import { coinbaseSeller } from './coinbase-seller.ts'
import { coinbaseToken } from './coinbase-token.ts'

const pair = generateKeyPairSync('ed25519')
const { d = '', x = '' } = pair.privateKey.export({ format: 'jwk' })
const secret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString(
  'base64',
)
const key = `a1b2:c3-key:${secret}`
const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const usdc: OnrampRequest = {
  purchaseCurrency: 'USDC',
  chain: 'eip155:137',
  paymentCurrency: 'USD',
  amount: '100',
}

interface Seen {
  readonly url: URL
  readonly method: string
  readonly body: Record<string, unknown> | undefined
  readonly claims: Record<string, unknown>
}

/** A token as its reader reads it: its claims, where the signature holds. */
function claimsOf(header: string | null): Record<string, unknown> {
  const [head = '', body = '', signature = ''] = (header ?? '').replace('Bearer ', '').split('.')
  const isGood = verify(
    null,
    Buffer.from(`${head}.${body}`),
    createPublicKey(pair.publicKey.export({ format: 'pem', type: 'spki' })),
    Buffer.from(signature, 'base64url'),
  )
  if (!isGood) throw new Error('bad signature')
  return {
    ...JSON.parse(Buffer.from(body, 'base64url').toString()),
    head: JSON.parse(Buffer.from(head, 'base64url').toString()),
  }
}

function coinbase(
  answers: Record<string, unknown>,
  more: object = { key },
  keyOf?: () => Promise<string | undefined>,
) {
  const seen: Seen[] = []
  const url = 'https://api.developer.coinbase.com/onramp'
  const { onramp } = configSchema.parse({
    onramp: { coinbase: { url, chains: ['eip155:1', 'eip155:137'], timeoutMs: 200, ...more } },
  })
  const seller = coinbaseSeller(onramp.coinbase as NonNullable<typeof onramp.coinbase>, {
    fetchUpstream: async (text, init) => {
      const at = new URL(text)
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      const claims = claimsOf(new Headers(init.headers).get('authorization'))
      seen.push({ url: at, method: init.method ?? 'GET', body, claims })
      const answer = answers[at.pathname]
      if (answer instanceof Error) throw answer
      return answer instanceof Response
        ? answer
        : Response.json(answer ?? {}, { status: answer ? 200 : 404 })
    },
    ...(keyOf && { keyOf }),
  })
  return { seller: checkedSeller(seller), seen }
}
const refusedBy = async (promise: Promise<unknown>) => {
  const refusal = readRefusal(
    await promise.then(
      () => undefined,
      (error) => error,
    ),
  )
  return refusal && [refusal.status, refusal.field]
}
const usdcQuote = {
  data: { ...quoteAnswer.data, purchase_amount: { amount: '96.95', currency: 'USDC' } },
}

describe('coinbaseSeller', () => {
  test('default: options of the chains that are served', async () => {
    const { seller, seen } = coinbase({ '/onramp/v1/buy/options': optionsAnswer })
    expect(await seller.options()).toEqual({
      paymentCurrencies: optionsAnswer.data.payment_currencies,
      purchaseCurrencies: optionsAnswer.data.purchase_currencies,
    })
    await seller.options()
    await seller.options(undefined, { country: 'CA' })
    expect(seen.map(({ url }) => url.search)).toEqual(['?country=US', '?country=CA'])
    expect(seen[0]?.claims).toMatchObject({
      sub: 'a1b2:c3-key',
      iss: 'cdp',
      uris: ['GET api.developer.coinbase.com/onramp/v1/buy/options'],
      head: { alg: 'EdDSA', typ: 'JWT', kid: 'a1b2:c3-key' },
    })
    const only = coinbase(
      { '/onramp/v1/buy/options': optionsAnswer },
      { key, chains: ['eip155:137'] },
    )
    expect(
      (await only.seller.options()).purchaseCurrencies[0]?.networks.map(({ chain_id }) => chain_id),
    ).toEqual(['137'])
  })

  test('default: the quote of the documentation, in our words', async () => {
    const answers = { '/onramp/v1/buy/options': optionsAnswer, '/onramp/v1/buy/quote': usdcQuote }
    const { seller, seen } = coinbase(answers)
    expect(await seller.quote(usdc)).toEqual({
      paymentTotal: { amount: '100.00', currency: 'USD' },
      paymentSubtotal: { amount: '97.00', currency: 'USD' },
      purchaseAmount: { amount: '96.95', currency: 'USDC' },
      providerFee: { amount: '1.50', currency: 'USD' },
      networkFee: { amount: '1.50', currency: 'USD' },
      quoteId: '46da84dc-b6d7-11ed-afa1-0242ac120002',
    })
    expect(seen[1]).toMatchObject({
      method: 'POST',
      body: {
        purchase_currency: 'USDC',
        purchase_network: 'polygon-mainnet',
        payment_amount: '100.00',
        payment_currency: 'USD',
        payment_method: 'CARD',
        country: 'US',
      },
      claims: { uris: ['POST api.developer.coinbase.com/onramp/v1/buy/quote'] },
    })
  })

  test('behavior: the newer spelling says the same', async () => {
    const {
      payment_total,
      payment_subtotal,
      purchase_amount,
      coinbase_fee,
      network_fee,
      quote_id,
    } = usdcQuote.data
    const value = ({ amount, currency }: { amount: string; currency: string }) => ({
      value: amount,
      currency,
    })
    const newer = {
      paymentTotal: value(payment_total),
      paymentSubtotal: value(payment_subtotal),
      purchaseAmount: value(purchase_amount),
      coinbaseFee: value(coinbase_fee),
      networkFee: value(network_fee),
      quoteId: quote_id,
    }
    const options = { '/onramp/v1/buy/options': optionsAnswer }
    const [old, now] = [usdcQuote, newer].map(
      (quote) => coinbase({ ...options, '/onramp/v1/buy/quote': quote }).seller,
    )
    expect(await now?.quote(usdc)).toEqual(await old?.quote(usdc))
  })

  test.each([
    ['another coin than was asked for', quoteAnswer],
    [
      'a total nobody named',
      { data: { ...usdcQuote.data, payment_total: { amount: '101', currency: 'USD' } } },
    ],
    [
      'more for coins than was paid',
      { data: { ...usdcQuote.data, payment_subtotal: { amount: '100.5', currency: 'USD' } } },
    ],
    ['no amount', { data: { ...usdcQuote.data, purchase_amount: {} } }],
    [
      'other money',
      { data: { ...usdcQuote.data, coinbase_fee: { amount: '1', currency: 'EUR' } } },
    ],
    ['nothing', {}],
    ['an error', new Response('{}', { status: 500 })],
    ['no JSON', new Response('<html>')],
    ['no answer', Object.assign(new Error('x'), { name: 'TimeoutError' })],
  ])('behavior: %s is no offer', async (_, answer) => {
    const { seller } = coinbase({
      '/onramp/v1/buy/options': optionsAnswer,
      '/onramp/v1/buy/quote': answer,
    })
    expect(await refusedBy(seller.quote(usdc))).toEqual([503, ''])
  })

  test.each<readonly [Partial<OnrampRequest>, string]>([
    [{ amount: '9.99' }, 'amount'],
    [{ amount: '7500.01' }, 'amount'],
    [{ amount: '10.001' }, 'amount'],
    [{ amount: '25000.01', paymentMethod: 'ach_bank_account' }, 'amount'],
    [{ paymentMethod: 'shells' }, 'paymentMethod'],
    [{ paymentCurrency: 'EUR' }, 'paymentCurrency'],
    [{ purchaseCurrency: 'DOGE' }, 'purchaseCurrency'],
    [{ chain: 'eip155:10' }, 'chainId'],
  ])('behavior: %o is refused for its %s, and nobody is asked', async (more, field) => {
    const { seller, seen } = coinbase({ '/onramp/v1/buy/options': optionsAnswer })
    expect(await refusedBy(seller.quote({ ...usdc, ...more }))).toEqual([400, field])
    expect(await refusedBy(seller.start({ ...usdc, ...more, wallet }))).toEqual([400, field])
    expect(seen).toHaveLength(1)
  })

  test('behavior: a session of its own, followed by a reference nobody guesses', async () => {
    const answers: Record<string, unknown> = {
      '/onramp/v1/buy/options': optionsAnswer,
      '/onramp/v1/token': tokenAnswer,
    }
    const { seller, seen } = coinbase(answers)
    const returnUrl = 'https://shop.example/back'
    const { url, orderId = '' } = await seller.start({
      ...usdc,
      wallet,
      returnUrl,
      callerAddress: '203.0.113.7',
    })
    expect(seen[1]?.body).toEqual({
      addresses: [{ address: wallet, blockchains: ['polygon-mainnet'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.7',
    })
    const page = new URL(url)
    expect(page.origin + page.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(page.searchParams)).toEqual({
      sessionToken: tokenAnswer.token,
      defaultNetwork: 'polygon-mainnet',
      defaultAsset: 'USDC',
      defaultExperience: 'buy',
      fiatCurrency: 'USD',
      presetFiatAmount: '100.00',
      defaultPaymentMethod: 'CARD',
      redirectUrl: returnUrl,
      partnerUserRef: orderId,
    })
    expect(orderId).toMatch(/^[\da-f]{32}$/)
    expect(url).not.toContain(wallet)
    const path = `/onramp/v1/buy/user/${orderId}/transactions`
    answers[path] = { transactions: [] }
    expect(await seller.order?.(orderId)).toEqual({ id: orderId, status: 'created' })
    answers[path] = transactionsAnswer
    expect(await seller.order?.(orderId)).toEqual({
      id: orderId,
      status: 'done',
      hash: '0x31814ba2fef2a400a9816767370be09ca12d9e9753b972198fe330a0ecedcbf6',
      purchaseAmount: { amount: '5', currency: 'USDC' },
      paymentTotal: { amount: '5.07', currency: 'USD' },
    })
    expect(await seller.order?.('../../v1/buy/config')).toBeUndefined()
  })

  test('behavior: the key is the one of the moment, and what is none is never told', async () => {
    const now: { key: string | undefined } = { key: undefined }
    const answers = { '/onramp/v1/token': tokenAnswer }
    const { seller, seen } = coinbase(answers, { appId: 'app' }, async () => now.key)
    expect((await seller.start({ ...usdc, wallet })).orderId).toBeUndefined()
    now.key = key
    expect((await seller.start({ ...usdc, wallet })).orderId).toMatch(/^[\da-f]{32}$/)
    expect(seen).toHaveLength(1)
    now.key = 'hush:nokey'
    const error = await seller
      .start({ ...usdc, wallet })
      .catch((reason: unknown) => readRefusal(reason))
    expect(error).toMatchObject({ status: 503 })
    expect(JSON.stringify(error)).not.toMatch(/hush|nokey/)
  })

  test('behavior: with neither key nor appId nobody is led anywhere', async () => {
    expect(await refusedBy(coinbase({}, {}).seller.start({ ...usdc, wallet }))).toEqual([503, ''])
  })

  test('behavior: with an appId alone the page is led to, and prices are nobody’s', async () => {
    const { seller, seen } = coinbase({}, { appId: 'app' })
    expect(await seller.options()).toEqual(defaultOnrampOptions)
    const { url, orderId } = await seller.start({ ...usdc, wallet })
    const page = new URL(url)
    expect(page.searchParams.get('appId')).toBe('app')
    expect(JSON.parse(page.searchParams.get('destinationWallets') ?? '')).toEqual([
      { address: wallet, blockchains: ['polygon-mainnet'], assets: ['USDC'] },
    ])
    expect(page.searchParams.get('partnerUserId')).toMatch(/^[\da-f]{32}$/)
    expect([orderId, await seller.order?.('0'.repeat(32))]).toEqual([undefined, undefined])
    expect(await refusedBy(seller.quote(usdc))).toEqual([503, ''])
    expect(seen).toEqual([])
  })
})

describe('coinbaseToken', () => {
  test('default', async () => {
    const now = 1_800_000_000_500
    const claims = claimsOf(await coinbaseToken(key, 'GET', 'https://a.example/b?c=d', now))
    expect(claims).toMatchObject({
      nbf: 1_800_000_000,
      exp: 1_800_000_120,
      uris: ['GET a.example/b'],
    })
    expect(await coinbaseToken(key, 'GET', 'https://a.example/')).not.toBe(
      await coinbaseToken(key, 'GET', 'https://a.example/'),
    )
  })

  test.each(['', 'id', ':x', `id:${Buffer.alloc(32).toString('base64')}`])(
    'behavior: %j is no key',
    async (bad) => {
      await expect(coinbaseToken(bad, 'GET', 'https://a.example/')).rejects.toThrow(
        'the key must be',
      )
    },
  )
})

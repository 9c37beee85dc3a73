import { generateKeyPairSync } from 'node:crypto'
import { isExchangeStatusResult, isExchangeUrlResult } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { readRefusal } from '../../base/refuse.ts'
import { coinbaseExchange } from './coinbase-exchange.ts'
import { optionsAnswer, tokenAnswer, transactionsAnswer } from './coinbase-fixtures.ts'
import { startOnramp } from './start-onramp.ts'

const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const secret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString(
  'base64',
)
const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const usdc = `eip155:137/erc20:${optionsAnswer.data.purchase_currencies[0].networks[1].contract_address.toLowerCase()}`
const wish = { asset: usdc, amount: '12.5', recipient: `eip155:137:${wallet}` }
const coinbase = {
  url: 'https://api.developer.coinbase.com/onramp',
  chains: ['eip155:1', 'eip155:137'],
  key: `key:${secret}`,
} as const

interface Seen {
  readonly path: string
  readonly body: unknown
}

/** Coinbase, playing the answers of its documentation. */
function exchangeOf(answers: Readonly<Record<string, unknown>>) {
  const seen: Seen[] = []
  const { onramp } = configSchema.parse({ onramp: { coinbase } })
  const exchange = coinbaseExchange(onramp.coinbase as NonNullable<typeof onramp.coinbase>, {
    fetchUpstream: async (text, init) => {
      const { pathname, search } = new URL(text)
      seen.push({
        path: pathname + search,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      })
      const answer = answers[pathname]
      return Response.json(answer ?? {}, { status: answer ? 200 : 404 })
    },
  })
  return { exchange, seen }
}
const good = { '/onramp/v1/buy/options': optionsAnswer, '/onramp/v1/token': tokenAnswer }
const refusedBy = async (promise: Promise<unknown>) => {
  const refusal = readRefusal(await promise.catch((error) => error))
  return refusal && [refusal.status, refusal.field]
}

describe('coinbaseExchange', () => {
  test('default: a session on the side that sends, with nothing of the visitor in its address', async () => {
    const { exchange, seen } = exchangeOf(good)
    const returnUrl = 'https://shop.example/back'
    const started = await exchange.start({ ...wish, returnUrl, callerAddress: '203.0.113.7' })
    expect(isExchangeUrlResult(started)).toBe(true)
    expect(seen).toEqual([
      { path: '/onramp/v1/buy/options?country=US', body: undefined },
      {
        path: '/onramp/v1/token',
        body: {
          addresses: [{ address: wallet, blockchains: ['polygon-mainnet'] }],
          assets: ['USDC'],
          clientIp: '203.0.113.7',
        },
      },
    ])
    const page = new URL(started.url)
    expect(page.origin + page.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(page.searchParams)).toEqual({
      sessionToken: tokenAnswer.token,
      defaultNetwork: 'polygon-mainnet',
      defaultAsset: 'USDC',
      defaultExperience: 'send',
      presetCryptoAmount: '12.5',
      partnerUserRef: started.sessionId,
      redirectUrl: returnUrl,
    })
    expect(started.sessionId).toMatch(/^[\da-f]{32}$/)
    expect(started.url).not.toContain(wallet)
  })

  test('behavior: a coin has no contract', async () => {
    const networks = [
      { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '' },
    ]
    const options = {
      data: {
        payment_currencies: [],
        purchase_currencies: [{ id: 'e', name: 'Ether', symbol: 'ETH', networks }],
      },
    }
    const { exchange, seen } = exchangeOf({ ...good, '/onramp/v1/buy/options': options })
    await exchange.start({ ...wish, asset: 'eip155:1/slip44:60', recipient: `eip155:1:${wallet}` })
    expect(seen[1]?.body).toMatchObject({
      addresses: [{ blockchains: ['ethereum'] }],
      assets: ['ETH'],
    })
    expect(await refusedBy(exchange.start(wish))).toEqual([400, 'asset'])
  })

  test.each([
    ['the same token on another chain', `eip155:1/${usdc.slice(usdc.indexOf('/') + 1)}`],
    ['a token nobody sells', `eip155:137/erc20:0x${'11'.repeat(20)}`],
    ['the coin of a chain it has only tokens of', 'eip155:137/slip44:60'],
  ])('behavior: %s is refused before a session is opened', async (_, asset) => {
    const { exchange, seen } = exchangeOf(good)
    expect(await refusedBy(exchange.start({ ...wish, asset }))).toEqual([400, 'asset'])
    expect(seen).toHaveLength(1)
  })

  test('behavior: it serves the chains of the operator', () => {
    const { exchange } = exchangeOf({})
    expect(['eip155:1/slip44:60', usdc, 'eip155:10/slip44:60'].map(exchange.serves)).toEqual([
      true,
      true,
      false,
    ])
  })

  test.each([
    ['nothing yet', [], { status: 'IN_PROGRESS' }],
    [
      'done',
      transactionsAnswer.transactions,
      { status: 'SUCCESS', txHash: transactionsAnswer.transactions[0].tx_hash },
    ],
    ['failed', [{ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' }], { status: 'FAILED' }],
    [
      'on its way',
      [{ status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' }],
      { status: 'IN_PROGRESS' },
    ],
  ])('behavior: how it goes: %s', async (_, transactions, expected) => {
    const id = 'a'.repeat(32)
    const { exchange } = exchangeOf({
      [`/onramp/v1/buy/user/${id}/transactions`]: { transactions },
    })
    const status = await exchange.status(id)
    expect(status).toEqual(expected)
    expect(isExchangeStatusResult(status)).toBe(true)
  })

  test('behavior: what is no session of ours is not asked for', async () => {
    const { exchange, seen } = exchangeOf({})
    expect(await exchange.status('../../secrets')).toEqual({ status: 'UNKNOWN' })
    expect(seen).toEqual([])
  })

  test('behavior: offered where the operator wants it and has a key', async () => {
    const names = async (config: object): Promise<readonly string[]> => {
      const prices = { now: async () => new Map() }
      const { exchanges } = await startOnramp({ config: configSchema.parse(config), prices })
      return [...exchanges.exchanges.keys()]
    }
    const exchanges = { coinbase: true }
    expect(await names({ onramp: { coinbase }, exchanges })).toEqual(['coinbase'])
    expect(await names({ onramp: { coinbase } })).toEqual([])
    const { key: _, ...keyless } = coinbase
    expect(await names({ onramp: { coinbase: { ...keyless, appId: 'app' } }, exchanges })).toEqual(
      [],
    )
  })
})

import type { AccountId, ChainId, TokenBalance } from '@latchkey/protocol'
import { isBalanceAnswer } from '@latchkey/protocol'
import { errorBodySchema } from '@latchkey/protocol/schema'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../base/refuse.ts'
import type { BalancePort, BalanceRequest } from '../../../ports/balance-port.ts'
import type { PricePort } from '../../../ports/price-port.ts'
import { account, configOf, makeGateway } from '../../../test/make-gateway.ts'

const token = `0x${'a'.repeat(40)}`
const coinAddress = `0x${'e'.repeat(40)}`
const prices: PricePort = {
  now: async (assets, currency) =>
    new Map(
      assets.flatMap((asset) =>
        asset.endsWith('slip44:60')
          ? [[asset, { price: currency === 'usd' ? '2500.1' : '0.3', at: 1, source: 'p' }]]
          : [],
      ),
    ),
  past: async (asks) => asks.map(() => undefined),
}

function make(options: { down?: readonly ChainId[]; prices?: PricePort } = {}) {
  const asked: BalanceRequest[] = []
  const wanted: string[] = []
  const state = { down: options.down ?? [] }
  const balances: BalancePort = {
    async read(ask) {
      asked.push(ask)
      if (state.down.includes(ask.chain)) throw refusal(503, 'chainId', `${ask.chain} is down`)
      const coin = {
        name: 'Ether',
        symbol: 'ETH',
        chainId: ask.chain,
        quantity: { decimals: '18', numeric: '1.1' },
      }
      const held = {
        name: 'Token',
        symbol: 'TKN',
        chainId: ask.chain,
        address: `${ask.chain}:${token}` as AccountId,
        quantity: { decimals: '6', numeric: '3' },
      }
      return [coin, held]
    },
    coin: async () => 1n,
  }
  const [chain] = configOf(['http://n.example']).chains
  const chains = (['eip155:1', 'eip155:10', 'solana:abc'] as const).map((id) => ({ ...chain, id }))
  const { app, logged } = makeGateway({
    config: { ...configOf(['http://n.example']), chains: chains as never },
    balances,
    prices: options.prices ?? prices,
    index: {
      stop: async () => undefined,
      want: (id, who) => wanted.push(`${id} ${who}`),
      state: () => undefined,
      renderMetrics: async () => '',
    },
  })
  const get = async (query = '', currency = 'usd') => {
    const path = `/v1/account/${account}/balance?projectId=shop&currency=${currency}${query}`
    const response = await app.request(path)
    const answer: unknown = await response.json()
    return {
      status: response.status,
      answer,
      list: isBalanceAnswer(answer) ? answer.balances : ([] as TokenBalance[]),
    }
  }
  return { get, asked, wanted, state, logged }
}

describe('balanceRoute', () => {
  test('default', async () => {
    const { get, wanted } = make()
    const { list } = await get()
    expect(
      list.map(({ chainId, symbol, price, value }) => [chainId, symbol, price, value]),
    ).toEqual([
      ['eip155:1', 'ETH', 2500.1, 2750.11],
      ['eip155:1', 'TKN', undefined, undefined],
      ['eip155:10', 'ETH', 2500.1, 2750.11],
      ['eip155:10', 'TKN', undefined, undefined],
    ])
    expect(wanted).toEqual(['eip155:1', 'eip155:10'].map((id) => `${id} ${account.toLowerCase()}`))
  })

  test('behavior: the value is rounded once, at the end', async () => {
    // 1.1 × 0.3 in floating point is 0.33000000000000007.
    expect((await make().get('', 'eur')).list[0]?.value).toBe(0.33)
  })

  test('behavior: a chain that is down is named, and takes no other with it', async () => {
    const { get } = make({ down: ['eip155:1'] })
    const { status, answer, list } = await get()
    expect([status, list.length]).toEqual([200, 2])
    expect(answer).toMatchObject({ missing: ['eip155:1'] })
    expect((await make().get()).answer).not.toHaveProperty('missing')
  })

  test('behavior: one chain alone that is down, or all of them, are a 503 and no empty portfolio', async () => {
    for (const [down, query] of [
      [['eip155:1'], '&chainId=eip155:1'],
      [['eip155:1', 'eip155:10'], ''],
    ] as const) {
      const { status, answer } = await make({ down }).get(query)
      expect([status, errorBodySchema.parse(answer).reasons[0]?.field]).toEqual([503, 'chainId'])
    }
  })

  test('behavior: balances are kept for ten seconds, prices are not, and a failure is not kept', async () => {
    const { get, asked, state } = make()
    await get('&chainId=eip155:1')
    await get('&chainId=eip155:1', 'eur')
    expect(asked).toHaveLength(1)
    state.down = ['eip155:10']
    expect((await get('&chainId=eip155:10')).status).toBe(503)
    state.down = []
    expect((await get('&chainId=eip155:10')).status).toBe(200)
  })

  test('behavior: forceUpdate reads anew the chains it names, and looks at what it names there', async () => {
    const { get, asked } = make()
    await get()
    await get(
      `&forceUpdate=eip155:1:${token.toUpperCase().replace('0X', '0x')},eip155:1:${coinAddress}`,
    )
    expect(asked.slice(2).map(({ chain, also }) => [chain, also])).toEqual([['eip155:1', [token]]])
  })

  test('behavior: forceUpdate reads a chain anew that it names alone, of any family, and no other', async () => {
    const { get, asked } = make()
    await get()
    const before = asked.length
    await get('&forceUpdate=eip155:1,solana:localnet')
    expect(asked.slice(before).map(({ chain, also }) => [chain, also])).toEqual([['eip155:1', []]])
  })

  test.each([
    'eip155:1:0x12',
    'nonsense',
    `solana:abc:${token}`,
    Array(51).fill(`eip155:1:${token}`).join(','),
    'nobody:1',
    Array(51).fill('eip155:1').join(','),
  ])('behavior: forceUpdate=%s is refused', async (text) => {
    const { status, answer } = await make().get(`&forceUpdate=${text}`)
    expect([status, errorBodySchema.parse(answer).reasons[0]?.field]).toEqual([400, 'forceUpdate'])
  })

  test('behavior: without prices the balances stand, without a figure', async () => {
    const broken: PricePort = { ...prices, now: () => Promise.reject(new Error('down')) }
    const { status, list } = await make({ prices: broken }).get()
    expect([status, list.length, list.some((one) => 'price' in one || 'value' in one)]).toEqual([
      200,
      4,
      false,
    ])
  })
})

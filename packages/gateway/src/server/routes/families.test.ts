import type { ChainId } from '@latchkey/protocol'
import { isHistoryAnswer, isIdentityAnswer } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { BalanceRequest } from '../../ports/balance-port.ts'
import type { HistoryRequest } from '../../ports/history-port.ts'
import type { NodeCall } from '../../ports/node-port.ts'
import { makeGateway } from '../../test/make-gateway.ts'

const bitcoin: ChainId = 'bip122:000000000019d6689c085ae165831e93'
const chains: readonly ChainId[] = [
  'eip155:1',
  'solana:a',
  'solana:b',
  bitcoin,
  'stacks:1',
  'stacks:2147483648',
  'near:x',
]
const accounts: Readonly<Record<string, readonly ChainId[]>> = {
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266': ['eip155:1'],
  AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9: ['solana:a', 'solana:b'],
  BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4: [bitcoin],
  SP000000000000000000002Q6VF78: ['stacks:1'],
  ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM: ['stacks:2147483648'],
}
const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
const config = configSchema.parse({
  rpc: { allowMethods: ['query'] },
  chains: chains.map((id) => ({ id, name: id, nativeCurrency, rpcUrls: ['http://n.example'] })),
})

function make(options: { coin?: () => Promise<bigint> } = {}) {
  const asked = {
    balance: [] as BalanceRequest[],
    history: [] as HistoryRequest[],
    node: [] as (readonly [ChainId, readonly NodeCall[]])[],
  }
  const { app, logged } = makeGateway({
    config,
    balances: {
      async read(ask) {
        asked.balance.push(ask)
        return [
          {
            name: 'Coin',
            symbol: 'COIN',
            chainId: ask.chain,
            quantity: { decimals: '9', numeric: '1' },
          },
        ]
      },
      coin: async (ask) => {
        asked.balance.push(ask)
        return (options.coin ?? (async () => 9_007_199_254_740_993n))()
      },
    },
    history: {
      chains: chains.slice(0, 6),
      async read(ask) {
        asked.history.push(ask)
        return { items: [], next: null }
      },
    },
    nodes: {
      async ask(chain, calls) {
        asked.node.push([chain, calls])
        return calls.map(() => ({ kind: 'result' as const, text: '1' }))
      },
    },
    identities: { find: async () => ({ name: 'ada.eth' }) },
  })
  const get = async (path: string) =>
    app.request(`${path}${path.includes('?') ? '&' : '?'}projectId=shop`)
  const rpc = async (chain: ChainId, body: unknown) =>
    (
      await app.request(`/v1?projectId=shop&chainId=${chain}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    ).json()
  return { get, rpc, asked, logged }
}
const question = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

describe('routes of all families', () => {
  test.each(Object.entries(accounts))(
    'parameters: %s without a chain asks those it can be on',
    async (address, own) => {
      const { get, asked } = make()
      expect((await get(`/v1/account/${address}/balance?currency=usd`)).status).toBe(200)
      expect((await get(`/v1/account/${address}/history`)).status).toBe(200)
      expect(asked.balance.map(({ chain }) => chain)).toEqual(own)
      expect(asked.history.map((ask) => ask.chains)).toEqual([own])
      const spelled =
        address.startsWith('0x') || address.startsWith('BC1') ? address.toLowerCase() : address
      expect(
        new Set([
          ...asked.balance.map((one) => one.address),
          ...asked.history.map(({ account }) => account),
        ]),
      ).toEqual(new Set([spelled]))
    },
  )

  test('behavior: an address asks no chain of another family', async () => {
    for (const [address, own] of Object.entries(accounts)) {
      for (const chain of chains.slice(0, 6)) {
        const { get, asked } = make()
        const status = own.includes(chain) ? 200 : 400
        expect(
          (await get(`/v1/account/${address}/balance?currency=usd&chainId=${chain}`)).status,
        ).toBe(status)
        expect((await get(`/v1/account/${address}/history?chainId=${chain}`)).status).toBe(status)
        expect(asked.balance.length + asked.history.length).toBe(status === 200 ? 2 : 0)
      }
    }
  })

  test('behavior: a chain of no family has nodes, and no accounts', async () => {
    const { get, rpc } = make()
    const answer = await get(
      `/v1/account/${Object.keys(accounts)[0]}/balance?currency=usd&chainId=near:x`,
    )
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { reasons: [{ field: 'chainId' }] },
    ])
    expect(await rpc('near:x', question(1, 'query', {}))).toMatchObject({ result: 1 })
    expect(await rpc('near:x', question(1, 'getAddressBalance', { address: 'a' }))).toMatchObject({
      error: { code: -32602 },
    })
  })

  test('behavior: history of a chain that keeps none says so', async () => {
    const answer: unknown = await (
      await make().get(
        '/v1/account/AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9/history?chainId=solana:a',
      )
    ).json()
    expect(isHistoryAnswer(answer) && answer.isKept).toBeUndefined()
    const { app } = makeGateway({ config })
    const none = await app.request(
      '/v1/account/SP000000000000000000002Q6VF78/history?projectId=shop&chainId=stacks:1',
    )
    expect(await none.json()).toEqual({ data: [], next: null, isKept: false })
  })

  test('behavior: names are looked up for EVM addresses only; others have none at once, for an hour', async () => {
    const { get } = make()
    for (const address of Object.keys(accounts)) {
      const answer = await get(`/v1/identity/${address}`)
      const body: unknown = await answer.json()
      expect(isIdentityAnswer(body)).toBe(true)
      const isEvm = address.startsWith('0x')
      expect(body).toMatchObject({ name: isEvm ? 'ada.eth' : null })
      if (!isEvm)
        expect(answer.headers.get('cache-control')).toBe('public, max-age=3600, s-maxage=3600')
    }
    for (const address of [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      'So1111111111111111111111111111111111111111',
      'ada.eth',
    ]) {
      expect((await get(`/v1/identity/${address}`)).status).toBe(400)
    }
  })

  test.each(Object.entries(accounts))(
    'behavior: getAddressBalance of %s, digit by digit',
    async (address, [chain]) => {
      const { rpc, asked } = make()
      expect(await rpc(chain as ChainId, question('1', 'getAddressBalance', { address }))).toEqual({
        jsonrpc: '2.0',
        id: '1',
        result: '9007199254740993',
      })
      expect(asked.node).toEqual([])
    },
  )

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['a list', ['SP000000000000000000002Q6VF78']],
    ['a number', { address: 7 }],
    ['another family’s', { address: Object.keys(accounts)[0] }],
    ['another network’s', { address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' }],
    ['a path', { address: 'SP000000000000000000002Q6VF78/../x' }],
  ])('behavior: getAddressBalance of %s is refused', async (_, params) => {
    const { rpc, asked } = make()
    expect(await rpc('stacks:1', question(1, 'getAddressBalance', params))).toMatchObject({
      error: { code: -32602 },
    })
    expect(asked.balance).toEqual([])
  })

  test('behavior: prices by each family’s own names of coins and tokens', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const tokens = [{ id: `solana:a/token:${mint}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 }]
    const seen: string[][] = []
    const { app } = makeGateway({
      config: configSchema.parse({ ...config, tokens }),
      prices: {
        async now(assets) {
          seen.push([...assets])
          return new Map(assets.map((asset) => [asset, { price: '2', at: 1, source: 'p' }]))
        },
        past: async () => [],
      },
    })
    const post = async (addresses: readonly string[]) => {
      const body = JSON.stringify({ currency: 'usd', addresses })
      const answer = await app.request('/v1/fungible/price?projectId=shop', {
        method: 'POST',
        body,
      })
      return [
        answer.status,
        (((await answer.json()) as { fungibles?: { symbol: string }[] }).fungibles ?? []).map(
          ({ symbol }) => symbol,
        ),
      ]
    }
    const coin = `solana:a:So${'1'.repeat(41)}`
    const other = 'solana:a:So11111111111111111111111111111111111111112'
    expect(await post([coin, `solana:a:${mint}`, other])).toEqual([200, ['COIN', 'USDC']])
    expect(seen[0]?.slice(0, 2)).toEqual(['solana:a/slip44:501', `solana:a/token:${mint}`])
    for (const id of [
      `${bitcoin}:bc1qx`,
      'solana:a:x',
      'near:x:y',
      `eip155:1:${mint}`,
      `solana:a:0x${'e'.repeat(40)}`,
    ]) {
      expect((await post([id]))[0]).toBe(400)
    }
  })

  test('behavior: in a batch each call has its own answer, and balances are few', async () => {
    const { rpc, asked } = make()
    const address = 'SP000000000000000000002Q6VF78'
    const batch = [
      question(1, 'GET', ['/v2/info']),
      question(2, 'getAddressBalance', { address }),
      question(3, 'GET', ['/admin']),
      question(4, 'POST', ['/v2/transactions', { tx: '00' }]),
    ]
    const answers = (await rpc('stacks:1', batch)) as {
      id: number
      result?: unknown
      error?: { code: number }
    }[]
    expect(answers.map(({ id, result, error }) => [id, result ?? error?.code])).toEqual([
      [1, 1],
      [2, '9007199254740993'],
      [3, -32601],
      [4, 1],
    ])
    expect(asked.node.map(([, calls]) => calls.map(({ params }) => params))).toEqual([
      ['["/v2/info"]', '["/v2/transactions",{"tx":"00"}]'],
    ])
    const many = Array.from({ length: 21 }, (_, id) =>
      question(id, 'getAddressBalance', { address }),
    )
    expect(await rpc('stacks:1', many)).toMatchObject({ status: 'FAILED' })
  })

  test('behavior: a node that is down is a 503, and nothing in the log but the request', async () => {
    const { rpc, logged } = make({
      coin: async () => Promise.reject(refusal(503, 'chainId', 'No node')),
    })
    const down = await rpc(
      'solana:a',
      question(1, 'getAddressBalance', { address: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9' }),
    )
    expect(down).toMatchObject({ reasons: [{ field: 'chainId' }] })
    expect(logged.map((line) => JSON.parse(line).message)).toEqual(['request'])
  })
})

import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { fakeNodes } from '../../test/fake-nodes.ts'
import { solanaBalances } from './solana-balances.ts'

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const owner = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
const [usdc, other, nft] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'So11111111111111111111111111111111111111112',
  'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
]
const config = configSchema.parse({
  chains: [
    {
      id: chain,
      name: 'Solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: ['http://n'],
    },
  ],
  tokens: [{ id: `${chain}/token:${usdc}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
})
/** As a node's jsonParsed has it. */
const entry = (mint: unknown, amount: unknown, decimals: unknown, more: object = {}) => ({
  pubkey: '7UX2i7SucgLMQcfZ75s3VXmZZY4YRUyJN9X1RgfMoDUi',
  account: {
    data: {
      parsed: {
        info: { mint, owner, state: 'initialized', tokenAmount: { amount, decimals }, ...more },
      },
      program: 'spl-token',
    },
    lamports: 2_039_280,
  },
})
type Lists = readonly [readonly unknown[], readonly unknown[]]

function balancesOf(coin: unknown, lists: Lists | 'refused' = [[], []]) {
  const { nodes, asked } = fakeNodes((method, params) => {
    if (method === 'getBalance') return { value: coin }
    if (lists === 'refused')
      return { error: { code: -32010, message: 'excluded from account secondary indexes' } }
    const isFirst = (params[1] as { programId: string }).programId.startsWith('Tokenkeg')
    return { value: { context: { slot: 1 }, value: lists[isFirst ? 0 : 1] } }
  })
  return { port: solanaBalances(config, { nodes }), asked }
}
const read = (port: ReturnType<typeof balancesOf>['port']) => port.read({ chain, address: owner })
const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)

describe('solanaBalances', () => {
  test('default: SOL, listed tokens, then others by their mint, of both programs, in one round trip', async () => {
    const lists: Lists = [
      [entry(other, '5', 9), entry(usdc, '1500000', 6), entry(nft, '1', 0)],
      [entry(usdc, '1', 6)],
    ]
    const { port, asked } = balancesOf({ context: { slot: 1 }, value: 2_500_000_001 }, lists)
    expect(await read(port)).toEqual([
      {
        name: 'Solana',
        symbol: 'SOL',
        chainId: chain,
        quantity: { decimals: '9', numeric: '2.500000001' },
      },
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: chain,
        address: `${chain}:${usdc}`,
        quantity: { decimals: '6', numeric: '1.500001' },
      },
      {
        name: 'So11…1112',
        symbol: 'So11…1112',
        chainId: chain,
        address: `${chain}:${other}`,
        quantity: { decimals: '9', numeric: '0.000000005' },
      },
    ])
    expect(asked.map((calls) => calls.map(({ method }) => method))).toEqual([
      ['getBalance', 'getTokenAccountsByOwner', 'getTokenAccountsByOwner'],
    ])
  })

  test('behavior: an amount beyond 2^53 is exact', async () => {
    const { port } = balancesOf('{"context":{"slot":1},"value":9007199254740993}')
    expect(await port.coin({ chain, address: owner })).toBe(9007199254740993n)
    expect((await read(port))[0]?.quantity.numeric).toBe('9007199.254740993')
  })

  test('behavior: tokens a node does not tell cost nobody SOL', async () => {
    expect(await read(balancesOf({ value: 1 }, 'refused').port)).toHaveLength(1)
  })

  test.each<readonly [string, unknown]>([
    ['of another owner', entry(usdc, '5', 6, { owner: usdc })],
    ['with a negative amount', entry(usdc, '-5', 6)],
    ['with a fraction', entry(usdc, 1.5, 6)],
    ['with decimals beyond reason', entry(usdc, '5', 255)],
    ['with decimals as text', entry(usdc, '5', '6')],
    ['of a mint that is none', entry('<script>', '5', 6)],
    ['of nothing', null],
    ['of text', 'x'],
    ['that is empty', {}],
  ])('behavior: an entry %s is left out', async (_, bad) => {
    expect(await read(balancesOf({ value: 1 }, [[bad], []]).port)).toHaveLength(1)
  })

  test.each<readonly [string, unknown]>([
    ['no object', 7],
    ['null', null],
    ['a negative balance', { value: -1 }],
    ['text', { value: '5' }],
    ['a fraction', { value: 0.5 }],
    ['an object', { value: { value: 1 } }],
  ])('behavior: %s for a balance is a 503, never 0', async (_, coin) => {
    const { port } = balancesOf(coin)
    expect(await read(port).catch(refused)).toBe(503)
    expect(await port.coin({ chain, address: owner }).catch(refused)).toBe(503)
  })

  test('behavior: several accounts of a mint are one sum', async () => {
    const many = Array.from({ length: 1_100 }, () => entry(usdc, '1', 6))
    const [, token, ...more] = await read(balancesOf({ value: 1 }, [many, []]).port)
    expect([token?.quantity.numeric, more]).toEqual(['0.0011', []])
  })
})

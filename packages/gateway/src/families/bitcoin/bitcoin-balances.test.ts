import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { fakeNodes } from '../../test/fake-nodes.ts'
import { bitcoinBalances } from './bitcoin-balances.ts'

const chain = 'bip122:000000000019d6689c085ae165831e93'
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const config = configSchema.parse({
  chains: [{ id: chain, name: 'Bitcoin', nativeCurrency, rpcUrls: ['http://n'] }],
})
const stats = (funded: number, spent: number) => ({
  funded_txo_count: 1,
  funded_txo_sum: funded,
  spent_txo_count: 0,
  spent_txo_sum: spent,
  tx_count: 1,
})
const portOf = (value: unknown) => {
  const { nodes, asked } = fakeNodes(() => ({ value }))
  return { port: bitcoinBalances(config, { nodes }), asked }
}
const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)

describe('bitcoinBalances', () => {
  test('default: what is confirmed and what is not', async () => {
    const { port, asked } = portOf({
      address,
      chain_stats: stats(500_000_000, 100_000_000),
      mempool_stats: stats(7, 200_000_000),
    })
    expect(await port.read({ chain, address })).toEqual([
      {
        name: 'Bitcoin',
        symbol: 'BTC',
        chainId: chain,
        quantity: { decimals: '8', numeric: '2.00000007' },
      },
    ])
    expect(await port.coin({ chain, address })).toBe(200_000_007n)
    expect(asked[0]).toEqual([{ method: 'GET', params: `["/address/${address}"]` }])
  })

  test('behavior: sums of a busy address beyond 2^53 are exact', async () => {
    const raw = (funded: string, spent: string) =>
      `{"funded_txo_sum":${funded},"spent_txo_sum":${spent}}`
    const { port } = portOf(
      `{"chain_stats":${raw('9007199254740995', '9007199254740992')},"mempool_stats":${raw('0', '0')}}`,
    )
    expect(await port.coin({ chain, address })).toBe(3n)
  })

  test.each<readonly [string, unknown]>([
    ['no sums', { address }],
    ['a part of them', { chain_stats: stats(1, 0) }],
    ['less than nothing', { chain_stats: stats(1, 2), mempool_stats: stats(0, 0) }],
    [
      'text',
      { chain_stats: { funded_txo_sum: '5', spent_txo_sum: '0' }, mempool_stats: stats(0, 0) },
    ],
    ['a list', []],
    ['null', null],
  ])('behavior: %s is a 503, never 0', async (_, value) => {
    const { port } = portOf(value)
    expect(await port.read({ chain, address }).catch(refused)).toBe(503)
  })

  test('behavior: a refusal of the server is a 503', async () => {
    const { nodes } = fakeNodes(() => ({
      error: { code: 400, message: 'Invalid Bitcoin address' },
    }))
    expect(await bitcoinBalances(config, { nodes }).coin({ chain, address }).catch(refused)).toBe(
      503,
    )
  })
})

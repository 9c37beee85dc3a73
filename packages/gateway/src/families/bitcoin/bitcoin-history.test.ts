import type { HistoryTransaction } from '@latchkey/protocol'
import { hasCode } from '@latchkey/protocol'
import { historyTransactionSchema } from '@latchkey/protocol/schema'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { fakeNodes } from '../../test/fake-nodes.ts'
import { pagedHistory } from '../shared/paged-history.ts'
import { bitcoinHistory } from './bitcoin-history.ts'

const chain = 'bip122:000000000019d6689c085ae165831e93'
const [ada, bob, eve] = ['bc1qada', 'bc1qbob', '3eve']
const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const config = configSchema.parse({
  chains: [{ id: chain, name: 'Bitcoin', nativeCurrency, rpcUrls: ['http://n'] }],
})
const idOf = (number: number) => number.toString(16).padStart(64, '0')

type Part = readonly [address: string | undefined, value: unknown]
const output = ([scriptpubkey_address, value]: Part) => ({
  scriptpubkey: '00',
  scriptpubkey_type: 'x',
  ...(scriptpubkey_address ? { scriptpubkey_address } : {}),
  value,
})
/** As Esplora has it. */
const transaction = (
  number: number,
  vin: readonly (Part | 'coinbase')[],
  vout: readonly Part[],
  fee: unknown = 200,
  confirmed = true,
) => ({
  txid: idOf(number),
  version: 2,
  vin: vin.map((part) =>
    part === 'coinbase'
      ? { is_coinbase: true, prevout: null }
      : { is_coinbase: false, prevout: output(part) },
  ),
  vout: vout.map(output),
  fee,
  status: confirmed
    ? {
        confirmed,
        block_height: 800_000 - number,
        block_hash: idOf(1),
        block_time: 1_700_000_000 - number,
      }
    : { confirmed },
})

function portOf(
  confirmed: readonly unknown[],
  pending: readonly unknown[] = [],
  count: unknown = confirmed.length,
) {
  const { nodes, asked } = fakeNodes((_, [path]) => {
    const [, list, last] =
      /\/address\/[^/]+(\/txs(?:\/chain)?)?(?:\/([\da-f]+))?$/.exec(String(path)) ?? []
    if (!list) return { value: { chain_stats: { tx_count: count } } }
    const from = last
      ? confirmed.findIndex((one) => (one as { txid: string }).txid === last) + 1
      : 0
    const page = confirmed.slice(from, from + 25)
    return { value: list === '/txs' ? [...pending, ...page] : page }
  })
  const prices = { past: async (asks: readonly unknown[]) => asks.map(() => undefined) }
  return {
    port: pagedHistory([chain], bitcoinHistory(config, { nodes }), { config, prices }),
    asked,
  }
}
const ask = { account: ada, chains: [chain], limit: 50, currency: 'usd' } as const
async function one(tx: unknown): Promise<HistoryTransaction> {
  const [first] = (await portOf([tx]).port.read(ask)).items
  return historyTransactionSchema.parse(first) as HistoryTransaction
}
const short = ({
  metadata: { operationType, sentFrom, sentTo, fee },
  transfers,
}: HistoryTransaction) => [
  operationType,
  sentFrom,
  sentTo,
  fee,
  (transfers ?? []).map(({ direction, quantity, counterparty }) =>
    [direction, quantity.numeric, counterparty].join(' '),
  ),
]
const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)

describe('bitcoinHistory', () => {
  test('default: sent, the change left out and the fee apart', async () => {
    const item = await one(
      transaction(
        1,
        [[ada, 100_000]],
        [
          [bob, 60_000],
          [ada, 39_800],
        ],
      ),
    )
    expect(short(item)).toEqual(['send', ada, bob, '200', [`out 0.0006 ${bob}`]])
    expect(item.metadata).toMatchObject({
      hash: idOf(1),
      status: 'confirmed',
      block: '799999',
      chain,
      minedAt: '2023-11-14T22:13:19Z',
    })
  })

  test.each<readonly [string, unknown, readonly unknown[]]>([
    [
      'received',
      transaction(
        1,
        [[bob, 100_000]],
        [
          [ada, 60_000],
          [bob, 39_800],
        ],
      ),
      ['receive', bob, ada, null, [`in 0.0006 ${bob}`]],
    ],
    [
      'received in two coins',
      transaction(
        1,
        [[bob, 100_000]],
        [
          [ada, 1],
          [ada, 2],
        ],
      ),
      ['receive', bob, ada, null, [`in 0.00000003 ${bob}`]],
    ],
    [
      'mined',
      transaction(1, ['coinbase'], [[ada, 312_500_000]], 0),
      ['receive', '', ada, null, ['in 3.125 ']],
    ],
    [
      'to oneself',
      transaction(1, [[ada, 1_000]], [[ada, 800]]),
      ['send', ada, ada, '200', [`self 0.000008 ${ada}`]],
    ],
    [
      'to several',
      transaction(
        1,
        [[ada, 1_000]],
        [
          [bob, 300],
          [eve, 500],
        ],
      ),
      ['send', ada, bob, '200', [`out 0.000003 ${bob}`, `out 0.000005 ${eve}`]],
    ],
    [
      'paid with another',
      transaction(
        1,
        [
          [ada, 1_000],
          [bob, 500],
        ],
        [[eve, 1_300]],
      ),
      ['send', ada, eve, null, [`out 0.00001 ${eve}`]],
    ],
    [
      'that comes to nothing',
      transaction(
        1,
        [
          [ada, 1_000],
          [bob, 500],
        ],
        [
          [ada, 1_000],
          [eve, 300],
        ],
      ),
      ['execute', ada, '', null, []],
    ],
    [
      'to a script without an address',
      transaction(1, [[ada, 1_000]], [[undefined, 800]]),
      ['send', ada, '', '200', ['out 0.000008 ']],
    ],
    [
      'of words only',
      transaction(1, [[ada, 200]], [[undefined, 0]]),
      ['execute', ada, '', '200', []],
    ],
  ])('parameters: %s', async (_, tx, expected) => expect(short(await one(tx))).toEqual(expected))

  test('behavior: a payment to a crowd is one sum', async () => {
    const many = Array.from({ length: 600 }, (_, at): Part => [`3x${at}`, 10])
    expect(short(await one(transaction(1, [[ada, 6_200]], many)))[4]).toEqual(['out 0.00006 '])
  })

  test('behavior: what waits stands first and says so', async () => {
    const { port } = portOf(
      [transaction(2, [[ada, 2]], [[bob, 1]])],
      [transaction(1, [[bob, 9]], [[ada, 8]], 1, false)],
    )
    const { items, next } = await port.read(ask)
    expect(items.map(({ metadata: { hash, status, block } }) => [hash, status, block])).toEqual([
      [idOf(1), 'pending', null],
      [idOf(2), 'confirmed', '799998'],
    ])
    expect(Math.abs(Date.now() - Date.parse(items[0]?.metadata.minedAt ?? ''))).toBeLessThan(10_000)
    expect(next).toBeNull()
  })

  test.each([0, 3, 40])(
    'behavior: pages without a gap or a repetition, %i waiting',
    async (waiting) => {
      const all = Array.from({ length: 80 }, (_, at) =>
        transaction(at + 100, [[ada, 2]], [[bob, 1]]),
      )
      const pending = Array.from({ length: waiting }, (_, at) =>
        transaction(at, [[ada, 2]], [[bob, 1]], 1, false),
      )
      const { port } = portOf(all, pending)
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await port.read({ ...ask, ...(cursor ? { cursor } : {}) })
        seen.push(...page.items.map(({ metadata }) => metadata.hash))
        cursor = page.next
      }
      // A page has room for 25: of more that wait, the newest are told.
      expect(seen).toEqual([...pending.slice(0, 25), ...all].map(({ txid }) => txid))
    },
  )

  test.each<readonly [string, unknown]>([
    ['an id that is none', { ...transaction(1, [[ada, 1]], [[bob, 1]]), txid: '../x' }],
    ['a negative value', transaction(1, [[ada, 1]], [[bob, -1]])],
    ['a rounded value', transaction(1, [[ada, 1]], [[bob, 2 ** 60]])],
    ['no fee', transaction(1, [[ada, 1]], [[bob, 1]], null)],
    ['no inputs', { ...transaction(1, [], [[bob, 1]]), vin: 'x' }],
    ['no state', { ...transaction(1, [[ada, 1]], [[bob, 1]]), status: null }],
    ['nothing', null],
  ])('behavior: a transaction with %s makes the answer a lie', async (_, bad) => {
    expect(await portOf([bad]).port.read(ask).catch(refused)).toBe(503)
  })

  test('behavior: no list, or no count, is a 503', async () => {
    expect(await portOf([], [], 'x').port.read(ask).catch(refused)).toBe(503)
    const { nodes } = fakeNodes(() => ({ value: {} }))
    const prices = { past: async () => [] }
    expect(
      await pagedHistory([chain], bitcoinHistory(config, { nodes }), { config, prices })
        .read(ask)
        .catch(refused),
    ).toBe(503)
  })
})

import type { HistoryTransaction } from '@latchkey/protocol'
import { hasCode } from '@latchkey/protocol'
import { historyTransactionSchema } from '@latchkey/protocol/schema'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { fakeNodes } from '../../test/fake-nodes.ts'
import { pagedHistory } from '../shared/paged-history.ts'
import { sipTokens } from './sip-tokens.ts'
import { stacksHistory } from './stacks-history.ts'

const chain = 'stacks:1'
const [ada, bob] = ['SP000000000000000000002Q6VF78', 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4']
const dex = `${bob}.dex`
const config = configSchema.parse({
  chains: [
    {
      id: chain,
      name: 'Stacks',
      nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
      rpcUrls: ['http://n'],
    },
  ],
  tokens: [
    { id: `${chain}/sip010:${bob}.usda%3A%3Ausda`, name: 'USDA', symbol: 'USDA', decimals: 6 },
  ],
})
const idOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const none = { transfer: 0, mint: 0, burn: 0 }
/** As Hiro's second list has it. */
const item = (number: number, tx: object, moves = 0) => ({
  tx: {
    tx_id: idOf(number),
    nonce: number,
    fee_rate: '180',
    sender_address: ada,
    sponsored: false,
    canonical: true,
    tx_status: 'success',
    block_height: 9_000 - number,
    block_time: 1_700_000_000 - number,
    burn_block_time: 1_699_999_000,
    ...tx,
  },
  stx_sent: '0',
  stx_received: '0',
  events: { stx: { ...none, transfer: moves }, ft: none, nft: none },
})
const pay = (recipient_address: string, amount: string) => ({
  tx_type: 'token_transfer',
  token_transfer: { recipient_address, amount, memo: '0x' },
})
const call = {
  tx_type: 'contract_call',
  contract_call: { contract_id: dex, function_name: 'swap' },
}
const moved = (event_type: string, asset_event_type: string, more: object) => ({
  event_type,
  asset: { asset_event_type, sender: '', recipient: '', ...more },
})
const stx = (sender: string, recipient: string, amount: string) =>
  moved('stx_asset', 'transfer', { sender, recipient, amount })
const ft = (sender: string, recipient: string, amount: string, asset_id = `${bob}.usda::usda`) =>
  moved('fungible_token_asset', 'transfer', { sender, recipient, amount, asset_id })

function portOf(
  list: () => readonly unknown[],
  events: Readonly<Record<string, readonly unknown[]>> = {},
  waiting?: readonly unknown[],
) {
  const { nodes, asked } = fakeNodes((method, [path]) => {
    if (path === `/extended/v1/address/${ada}/mempool?limit=25&offset=0` && waiting)
      return { value: { limit: 25, offset: 0, total: waiting.length, results: waiting } }
    const [, offset] = /transactions\?limit=25&offset=(\d+)$/.exec(String(path)) ?? []
    if (offset !== undefined)
      return {
        value: {
          limit: 25,
          offset: Number(offset),
          total: list().length,
          results: list().slice(Number(offset), Number(offset) + 25),
        },
      }
    const [, id] =
      /^\/extended\/v1\/tx\/(0x[\da-f]{64})\?event_limit=100&event_offset=0$/.exec(String(path)) ??
      []
    const own = id === undefined ? undefined : events[id]
    if (method === 'GET' && own)
      return {
        value: {
          event_count: Math.max(own.length, (own as { extra?: number }).extra ?? 0),
          events: own,
        },
      }
    return { error: { code: 404, message: 'not found' } }
  })
  const prices = { past: async (asks: readonly unknown[]) => asks.map(() => undefined) }
  const parts = { nodes, tokens: sipTokens(config, nodes) }
  return { port: pagedHistory([chain], stacksHistory(config, parts), { config, prices }), asked }
}
const ask = { account: ada, chains: [chain], limit: 50, currency: 'usd' } as const
async function one(entry: unknown, events: readonly unknown[] = []): Promise<HistoryTransaction> {
  const [first] = (await portOf(() => [entry], { [idOf(1)]: events }).port.read(ask)).items
  return historyTransactionSchema.parse(first) as HistoryTransaction
}
const short = ({
  metadata: { operationType, status, sentFrom, sentTo, fee },
  transfers,
}: HistoryTransaction) => [
  operationType,
  status,
  sentFrom,
  sentTo,
  fee,
  (transfers ?? []).map(
    ({ direction, quantity, counterparty, fungible_info: coin, nft_info: nft }) =>
      [direction, quantity.numeric, coin?.symbol ?? nft?.name, counterparty].join(' '),
  ),
]
const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)

describe('stacksHistory', () => {
  test('default: STX that was sent needs no second question', async () => {
    const { port, asked } = portOf(() => [item(1, pay(bob, '2500000'))])
    const [first] = (await port.read(ask)).items
    expect(short(first as HistoryTransaction)).toEqual([
      'send',
      'confirmed',
      ada,
      bob,
      '180',
      [`out 2.5 STX ${bob}`],
    ])
    expect(first?.metadata).toMatchObject({
      hash: idOf(1),
      nonce: 1,
      block: '8999',
      chain,
      minedAt: '2023-11-14T22:13:19Z',
    })
    // And one for what waits.
    expect(asked).toHaveLength(2)
  })

  test.each<readonly [string, unknown, readonly unknown[], readonly unknown[]]>([
    [
      'received',
      item(1, { ...pay(ada, '7'), sender_address: bob }),
      [],
      ['receive', 'confirmed', bob, ada, null, [`in 0.000007 STX ${bob}`]],
    ],
    [
      'a token sent',
      item(1, call, 1),
      [ft(ada, bob, '1500000')],
      ['send', 'confirmed', ada, bob, '180', [`out 1.5 USDA ${bob}`]],
    ],
    [
      'a trade',
      item(1, call, 2),
      [stx(ada, dex, '1000000'), ft(dex, ada, '2'), ft(dex, bob, '9')],
      ['trade', 'confirmed', ada, dex, '180', [`out 1 STX ${dex}`, `in 0.000002 USDA ${dex}`]],
    ],
    [
      'change that comes back',
      item(1, call, 2),
      [stx(ada, dex, '10'), stx(dex, ada, '4')],
      ['send', 'confirmed', ada, dex, '180', [`out 0.000006 STX ${dex}`]],
    ],
    [
      'several receivers',
      item(1, call, 2),
      [stx(ada, dex, '10'), stx(ada, bob, '4')],
      ['send', 'confirmed', ada, '', '180', ['out 0.000014 STX ']],
    ],
    ['a call that moved nothing', item(1, call), [], ['execute', 'confirmed', ada, dex, '180', []]],
    [
      'a contract made',
      item(1, { tx_type: 'smart_contract', smart_contract: { contract_id: `${ada}.new` } }),
      [],
      ['deploy', 'confirmed', ada, `${ada}.new`, '180', []],
    ],
    [
      'sponsored',
      item(1, { ...pay(bob, '1'), sponsored: true, sponsor_address: bob }),
      [],
      ['send', 'confirmed', ada, bob, null, [`out 0.000001 STX ${bob}`]],
    ],
    [
      'failed',
      item(1, { ...pay(bob, '1'), tx_status: 'abort_by_response' }),
      [],
      ['send', 'failed', ada, bob, '180', []],
    ],
    [
      'failed by conditions',
      item(1, { ...call, tx_status: 'abort_by_post_condition' }, 1),
      [ft(ada, bob, '1')],
      ['execute', 'failed', ada, dex, '180', []],
    ],
    [
      'a collectible',
      item(1, call, 1),
      [
        moved('non_fungible_token_asset', 'transfer', {
          sender: bob,
          recipient: ada,
          asset_id: `${bob}.cats::cat`,
          value: { hex: '0x', repr: 'u5' },
        }),
      ],
      ['receive', 'confirmed', bob, ada, '180', [`in 1 cat u5 ${bob}`]],
    ],
    [
      'a token without decimals',
      item(1, call, 1),
      [ft(bob, ada, '5', `${bob}.who::who`)],
      ['execute', 'confirmed', ada, dex, '180', []],
    ],
    [
      'of others',
      item(1, { ...call, sender_address: bob }, 1),
      [ft(bob, dex, '5')],
      ['receive', 'confirmed', bob, dex, null, []],
    ],
  ])('parameters: %s', async (_, entry, events, expected) =>
    expect(short(await one(entry, events))).toEqual(expected),
  )

  test('behavior: what waits stands first, once, and only on the first page', async () => {
    const waits = (number: number, tx: object) => ({
      tx_id: idOf(number),
      nonce: number,
      fee_rate: '200',
      sender_address: ada,
      sponsored: false,
      tx_status: 'pending',
      receipt_time: 1_700_000_900,
      ...tx,
    })
    const waiting = [
      waits(107, pay(bob, '1500000')),
      waits(108, call),
      waits(109, { ...pay(ada, '7'), sender_address: bob }),
      waits(1, pay(bob, '1')),
      waits(106, { ...pay(bob, '1'), tx_status: 'dropped_replace_by_fee' }),
      waits(105, { ...pay(bob, '1'), receipt_time: undefined }),
      null,
    ]
    const mined = Array.from({ length: 30 }, (_, at) => item(at + 1, pay(bob, '1')))
    const { port } = portOf(() => mined, {}, waiting)
    const first = await port.read(ask)
    expect(first.items.slice(0, 4).map(short)).toEqual([
      ['send', 'pending', ada, bob, '200', [`out 1.5 STX ${bob}`]],
      ['execute', 'pending', ada, dex, '200', []],
      ['receive', 'pending', bob, ada, null, [`in 0.000007 STX ${bob}`]],
      ['send', 'confirmed', ada, bob, '180', [`out 0.000001 STX ${bob}`]],
    ])
    expect(first.items[0]?.metadata).toMatchObject({
      block: null,
      nonce: 107,
      minedAt: '2023-11-14T22:28:20Z',
    })
    expect(historyTransactionSchema.safeParse(first.items[0]).success).toBe(true)
    const second = await port.read({ ...ask, cursor: first.next ?? '' })
    const hashes = [...first.items, ...second.items].map(({ metadata }) => metadata.hash)
    expect(hashes).toEqual([107, 108, 109, ...mined.map((_, at) => at + 1)].map(idOf))
  })

  test('behavior: so much waits that nothing mined is on the first page', async () => {
    const waiting = Array.from({ length: 25 }, (_, at) => ({
      tx_id: idOf(at + 100),
      nonce: at,
      fee_rate: '200',
      sender_address: ada,
      sponsored: false,
      tx_status: 'pending',
      receipt_time: 1_700_000_900,
      ...pay(bob, '1'),
    }))
    const { port } = portOf(() => [item(1, pay(bob, '1'))], {}, waiting)
    const first = await port.read(ask)
    expect(new Set(first.items.map(({ metadata }) => metadata.status))).toEqual(
      new Set(['pending']),
    )
    const { items, next } = await port.read({ ...ask, cursor: first.next ?? '' })
    expect([items.map(({ metadata }) => metadata.hash), next]).toEqual([[idOf(1)], null])
  })

  test('behavior: events that are not all told prove nothing', async () => {
    const events = Object.assign([ft(ada, bob, '1500000')], { extra: 500 })
    expect(short(await one(item(1, call, 1), events))[5]).toEqual([])
  })

  test('behavior: pages without a gap or a repetition, while new ones come', async () => {
    const all = Array.from({ length: 60 }, (_, at) => item(at + 100, pay(bob, '1')))
    const state = { news: 0 }
    const news = () => Array.from({ length: state.news }, (_, at) => item(at, pay(bob, '1')))
    const { port } = portOf(() => [...news(), ...all])
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; state.news += 7) {
      const page = await port.read({ ...ask, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ metadata }) => metadata.hash))
      cursor = page.next
    }
    expect(seen).toEqual(all.map(({ tx }) => tx.tx_id))
  })

  test('behavior: a whole page of news is passed over', async () => {
    const all = Array.from({ length: 30 }, (_, at) => item(at + 100, pay(bob, '1')))
    const state = { news: 0 }
    const { port } = portOf(() => [
      ...Array.from({ length: state.news }, (_, at) => item(at, pay(bob, '1'))),
      ...all,
    ])
    const first = await port.read(ask)
    state.news = 25
    const { items } = await port.read({ ...ask, cursor: first.next ?? '' })
    expect(items.map(({ metadata }) => metadata.hash)).toEqual(
      all.slice(25).map(({ tx }) => tx.tx_id),
    )
  })

  test.each<readonly [string, unknown]>([
    ['an id that is none', item(1, { ...pay(bob, '1'), tx_id: '0x../x' })],
    ['a sender that is none', item(1, { ...pay(bob, '1'), sender_address: '<b>' })],
    ['a fee that is none', item(1, { ...pay(bob, '1'), fee_rate: '-1' })],
    ['no time', item(1, { ...pay(bob, '1'), block_time: 0, burn_block_time: null })],
    ['a nonce as text', item(1, { ...pay(bob, '1'), nonce: '5' })],
    ['nothing', null],
  ])('behavior: a transaction with %s makes the answer a lie', async (_, bad) => {
    expect(
      await portOf(() => [bad])
        .port.read(ask)
        .catch(refused),
    ).toBe(503)
  })
})

import type { HistoryTransaction } from '@latchkey/protocol'
import { hasCode } from '@latchkey/protocol'
import { historyTransactionSchema } from '@latchkey/protocol/schema'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { fakeNodes } from '../../test/fake-nodes.ts'
import { pagedHistory } from '../shared/paged-history.ts'
import { solanaHistory } from './solana-history.ts'

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ada = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
const bob = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const [adaUsdc, bobUsdc, adaWsol] = [
  '7UX2i7SucgLMQcfZ75s3VXmZZY4YRUyJN9X1RgfMoDUi',
  'Gu3LDkn7Vx3bmCzLafYNKcDxv2mH7YN44NJZFXnypump',
  'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
]
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const wsol = 'So11111111111111111111111111111111111111112'
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const rent = 2_039_280
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
const signature = (number: number) =>
  `${'1'.repeat(62)}${'789ABCDEFGHJKLMN'[number >> 4]}${'23456789ABCDEFGH'[number & 15]}`

interface Account {
  readonly key: string
  readonly before: number
  readonly after: number
  /**
   * Of a token account: mint, owner, amounts before and after (undefined: it was not there),
   * decimals.
   */
  readonly token?: readonly [string, string, string | undefined, string | undefined, number]
}
/** As a node's jsonParsed has it; the first account pays. */
function transaction(
  accounts: readonly Account[],
  more: { err?: unknown; programs?: readonly string[]; fee?: unknown } = {},
) {
  const balances = (side: 2 | 3) =>
    accounts.flatMap(({ token }, accountIndex) => {
      const amount = token?.[side]
      if (!token || amount === undefined) return []
      const [mint, owner, , , decimals] = token
      return [
        {
          accountIndex,
          mint,
          owner,
          programId: 'Tokenkeg',
          uiTokenAmount: { amount, decimals, uiAmountString: '' },
        },
      ]
    })
  return {
    slot: 5,
    blockTime: 1_700_000_000,
    transaction: {
      signatures: [],
      message: {
        accountKeys: accounts.map(({ key }, at) => ({
          pubkey: key,
          signer: at === 0,
          source: 'transaction',
          writable: true,
        })),
        instructions: (more.programs ?? ['11111111111111111111111111111111']).map((programId) => ({
          programId,
          accounts: [],
          data: '',
        })),
      },
    },
    meta: {
      err: more.err ?? null,
      fee: more.fee ?? 5_000,
      preBalances: accounts.map(({ before }) => before),
      postBalances: accounts.map(({ after }) => after),
      preTokenBalances: balances(2),
      postTokenBalances: balances(3),
    },
  }
}

interface World {
  readonly lists: Readonly<Record<string, readonly unknown[]>>
  readonly transactions?: Readonly<Record<string, unknown>>
  readonly held?: readonly unknown[]
}
function portOf({ lists, transactions = {}, held = [] }: World) {
  const { nodes, asked } = fakeNodes((method, [first, options]) => {
    if (method === 'getTokenAccountsByOwner') {
      const isFirst = (options as { programId: string }).programId.startsWith('Tokenkeg')
      return { value: { value: isFirst ? held : [] } }
    }
    if (method === 'getTransaction') return { value: transactions[String(first)] ?? null }
    const { before, limit } = options as { before?: string; limit: number }
    const all = lists[String(first)]
    if (!all) return { error: { code: -32602, message: 'WrongSize' } }
    const from = before
      ? all.findIndex((one) => (one as { signature?: string } | null)?.signature === before) + 1
      : 0
    return { value: all.slice(from, from + limit) }
  })
  const prices = {
    past: async (asks: readonly { asset: string }[]) =>
      asks.map(({ asset }) =>
        asset.endsWith('501') ? { price: '150', at: 1, source: 'p' } : undefined,
      ),
  }
  return {
    port: pagedHistory([chain], solanaHistory(config, { nodes }), { config, prices }),
    asked,
  }
}
const listed = (number: number, more: object = {}) => ({
  signature: signature(number),
  slot: 1_000 - number,
  blockTime: 1_700_000_000 - number,
  err: null,
  memo: null,
  ...more,
})
const ask = { account: ada, chains: [chain], limit: 50, currency: 'usd' } as const
async function one(tx: unknown): Promise<HistoryTransaction> {
  const { port } = portOf({ lists: { [ada]: [listed(0)] }, transactions: { [signature(0)]: tx } })
  const [first] = (await port.read(ask)).items
  return historyTransactionSchema.parse(first) as HistoryTransaction
}
const short = ({
  metadata: { operationType, sentFrom, sentTo, fee, status },
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
const sol = (key: string, before: number, after: number): Account => ({ key, before, after })
const token = (
  key: string,
  owner: string,
  from: string | undefined,
  to: string | undefined,
  lamports = [rent, rent],
): Account => ({
  key,
  before: lamports[0] ?? 0,
  after: lamports[1] ?? 0,
  token: [usdc, owner, from, to, 6],
})

describe('solanaHistory', () => {
  test('default: SOL that was sent, told with its fee and its worth then', async () => {
    const item = await one(
      transaction([sol(ada, 2_000_005_000, 500_000_000), sol(bob, 0, 1_500_000_000)]),
    )
    expect(short(item)).toEqual(['send', 'confirmed', ada, bob, '5000', [`out 1.5 SOL ${bob}`]])
    expect(item).toMatchObject({
      id: `${chain}:${signature(0)}`,
      metadata: {
        hash: signature(0),
        minedAt: '2023-11-14T22:13:20Z',
        nonce: 0,
        block: '1000',
        chain,
        isSpam: false,
      },
      transfers: [{ asset: `${chain}/slip44:501`, value: 225, price: 150 }],
    })
  })

  test('behavior: received, of SOL and of a token', async () => {
    const coin = await one(
      transaction([sol(bob, 9_000_005_000, 8_000_000_000), sol(ada, 1, 1_000_000_001)]),
    )
    expect(short(coin)).toEqual(['receive', 'confirmed', bob, ada, null, [`in 1 SOL ${bob}`]])
    const accounts = [
      sol(bob, 9_000, 4_000),
      token(bobUsdc, bob, '70', '20'),
      token(adaUsdc, ada, '0', '50'),
    ]
    expect(short(await one(transaction(accounts)))).toEqual([
      'receive',
      'confirmed',
      bob,
      ada,
      null,
      [`in 0.00005 USDC ${bob}`],
    ])
  })

  test('behavior: a token sent to one who had no account for it is no payment of SOL', async () => {
    const accounts = [
      sol(ada, 10_000_000, 10_000_000 - 5_000 - rent),
      token(adaUsdc, ada, '3000000', '1000000'),
      token(bobUsdc, bob, undefined, '2000000', [0, rent]),
    ]
    expect(short(await one(transaction(accounts)))).toEqual([
      'send',
      'confirmed',
      ada,
      bob,
      '5000',
      [`out 2 USDC ${bob}`],
    ])
  })

  test('behavior: opening and closing accounts of one’s own, and wrapping, move nothing', async () => {
    const open = [
      sol(ada, 10_000_000, 10_000_000 - 5_000 - rent),
      token(adaUsdc, ada, undefined, '0', [0, rent]),
    ]
    expect(short(await one(transaction(open, { programs: [program] })))).toEqual([
      'execute',
      'confirmed',
      ada,
      program,
      '5000',
      [],
    ])
    const wrap = {
      key: adaWsol,
      before: 0,
      after: rent + 1_000_000,
      token: [wsol, ada, undefined, '1000000', 9],
    } as const
    const accounts = [sol(ada, 10_000_000, 10_000_000 - 5_000 - rent - 1_000_000), wrap]
    expect(short(await one(transaction(accounts)))[5]).toEqual([])
  })

  test('behavior: one asset for another is a trade, whoever is on the other side', async () => {
    const accounts = [
      sol(ada, 2_000_000_000, 1_000_000_000 - 5_000),
      token(adaUsdc, ada, '0', '150000000'),
      {
        key: bobUsdc,
        before: 5,
        after: 5,
        token: [usdc, bob, '900000000', '750000000', 6],
      } as const,
      sol(bob, 0, 1_000_000_000),
    ]
    const programs = [
      'ComputeBudget111111111111111111111111111111',
      program,
      '11111111111111111111111111111111',
    ]
    expect(short(await one(transaction(accounts, { programs })))).toEqual([
      'trade',
      'confirmed',
      ada,
      program,
      '5000',
      [`out 1 SOL ${bob}`, `in 150 USDC ${bob}`],
    ])
  })

  test('behavior: made, destroyed, one of its kind, and of no name', async () => {
    const fee = sol(bob, 9_000, 4_000)
    expect(short(await one(transaction([fee, token(adaUsdc, ada, undefined, '5')])))[0]).toBe(
      'mint',
    )
    expect(
      short(await one(transaction([sol(ada, 9_000, 4_000), token(adaUsdc, ada, '5', '0')]))).slice(
        0,
        4,
      ),
    ).toEqual(['burn', 'confirmed', ada, ''])
    const nft: Account = { ...token(adaUsdc, ada, '0', '1'), token: [program, ada, '0', '1', 0] }
    const nftOut: Account = { ...token(bobUsdc, bob, '1', '0'), token: [program, bob, '1', '0', 0] }
    const item = await one(transaction([fee, nft, nftOut]))
    expect(short(item)[5]).toEqual([`in 1 JUP6…TaV4 ${bob}`])
    expect(item.transfers?.[0]).toMatchObject({
      fungible_info: null,
      nft_info: { flags: { is_spam: false } },
    })
  })

  test('behavior: what failed moved nothing and cost its fee; what a stranger failed at cost nothing', async () => {
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect(
      short(await one(transaction([sol(ada, 10_000, 5_000), sol(bob, 0, 0)], { err }))),
    ).toEqual(['execute', 'failed', ada, '11111111111111111111111111111111', '5000', []])
    expect(
      short(await one(transaction([sol(bob, 10_000, 5_000), sol(ada, 0, 0)], { err }))).slice(0, 2),
    ).toEqual(['receive', 'failed'])
  })

  test.each<readonly [string, unknown]>([
    ['nothing', null],
    ['text', 'x'],
    ['no meta', { transaction: transaction([sol(ada, 1, 1)]).transaction }],
    [
      'balances of another count',
      { ...transaction([sol(ada, 1, 1)]), meta: { ...transaction([]).meta } },
    ],
    ['a balance that was rounded', transaction([sol(ada, 2 ** 60, 2 ** 61)])],
    ['a negative balance', transaction([sol(ada, -5, 1)])],
    ['no fee', transaction([sol(ada, 1, 1)], { fee: 'x' })],
  ])(
    'behavior: of a transaction the node tells as %s, what its list said is told',
    async (_, tx) => {
      expect(short(await one(tx))).toEqual(['execute', 'confirmed', '', '', null, []])
    },
  )

  test('behavior: tokens come to token accounts: their transactions are there too, each once, by slot', async () => {
    const entry = {
      pubkey: adaUsdc,
      account: {
        data: {
          parsed: { info: { mint: usdc, owner: ada, tokenAmount: { amount: '5', decimals: 6 } } },
        },
      },
    }
    const lists = { [ada]: [listed(1), listed(4)], [adaUsdc]: [listed(2), listed(4)] }
    const { port, asked } = portOf({ lists, held: [entry] })
    const { items, next } = await port.read(ask)
    expect(items.map(({ metadata }) => metadata.hash)).toEqual([1, 2, 4].map(signature))
    expect([next, asked.length]).toEqual([null, 3])
  })

  test('behavior: pages of 25, without a gap or a repetition', async () => {
    const all = Array.from({ length: 60 }, (_, at) => listed(at))
    const { port } = portOf({ lists: { [ada]: all } })
    const seen: string[] = []
    const sizes: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await port.read({ ...ask, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ metadata }) => metadata.hash))
      sizes.push(page.items.length)
      cursor = page.next
    }
    expect(seen).toEqual(all.map(({ signature: id }) => id))
    expect(sizes).toEqual([25, 25, 10])
  })

  test('behavior: a list that is none is a 503, a bad entry in it is left out', async () => {
    const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)
    expect(await portOf({ lists: {} }).port.read(ask).catch(refused)).toBe(503)
    const bad = [
      null,
      listed(1, { signature: '<b>' }),
      listed(2, { slot: -1 }),
      listed(3, { blockTime: null }),
      listed(4),
    ]
    expect(
      (await portOf({ lists: { [ada]: bad } }).port.read(ask)).items.map(
        ({ metadata }) => metadata.hash,
      ),
    ).toEqual([signature(4)])
  })
})

import { type ChainId, hasCode } from '@latchkey/protocol'
import { type Hex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../../base/config/schema.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import { type ExplorerName, explorerSources } from './explorers.ts'

// Rows as documented, shortened to what differs: txlist
// https://docs.etherscan.io/api-reference/endpoint/txlist tokentx
// https://docs.etherscan.io/api-reference/endpoint/tokentx txlistinternal
// https://docs.etherscan.io/api-reference/endpoint/txlistinternal refusals
// https://docs.etherscan.io/resources/common-error-messages Blockscout
// https://docs.blockscout.com/devs/apis/rpc/account (internal rows say `transactionHash`)
const made = {
  blockNumber: '14923678',
  timeStamp: '1654646411',
  nonce: '1',
  transactionIndex: '61',
  value: '0',
  gas: '6000000',
  hash: '0xc52783ad354aecc04c670047754f062e3d6d04e8f5b24774472651f9c3882c60',
  from: '0x9aa99c23f67c81701c772b106b4f83f6e858dd2e',
  to: '',
  gasPrice: '83924748773',
  isError: '0',
  txreceipt_status: '1',
  contractAddress: '0xc5102fe9359fd9a28f877a67e36b0f050d81a3cc',
  gasUsed: '4457269',
}
const maker = {
  blockNumber: '4730207',
  timeStamp: '1513240363',
  nonce: '406',
  transactionIndex: '81',
  gasUsed: '77759',
  hash: '0xe8c208398bd5ae8e4c237658580db56a2a94dfa0ca382c99b776fa6e7d31d5b4',
  from: '0x642ae78fafbb8032da552d619ad43f1d81e4dd7c',
  contractAddress: '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2',
  to: '0x4e83362442b8d1bec281594cea3050c8eb01311c',
  value: '5901522149285533025181',
  tokenName: 'Maker',
  tokenSymbol: 'MKR',
  tokenDecimal: '18',
  gasPrice: '32010000000',
}
const inner = {
  blockNumber: '2535368',
  timeStamp: '1477837690',
  value: '100000000000000000',
  contractAddress: '',
  input: '',
  hash: '0x1a50f1dc0bc912745f7d09b988669f71d199719e2fb7592c2074ede9578032d0',
  from: '0x2c1ba59d6f58433fb1eaee7d20b26ed83bda51a3',
  to: '0x20d42f2e99a421147acf198d775395cac2e8b03d',
  type: 'call',
  gas: '235231',
  gasUsed: '0',
  traceId: '0',
  isError: '0',
  errCode: '',
}
const none = { status: '0', message: 'No transactions found', result: [] }
const limited = {
  status: '0',
  message: 'NOTOK',
  result: 'Max rate limit reached, please use API Key for higher rate limit',
}

const chain = 'eip155:1'
const topic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

interface Mined {
  readonly hash: string
  readonly block: number
  readonly place: number
  readonly from: string
  readonly to?: string
  readonly created?: string
  readonly log?: {
    readonly token: string
    readonly from: string
    readonly to: string
    readonly amount: bigint
  }
  readonly value?: bigint
}

/** The chain these rows stand on: what a node says of them. */
const mined: readonly Mined[] = [
  { hash: made.hash, block: 14_923_678, place: 61, from: made.from, created: made.contractAddress },
  {
    hash: maker.hash,
    block: 4_730_207,
    place: 81,
    from: maker.to,
    to: maker.contractAddress,
    log: {
      token: maker.contractAddress,
      from: maker.from,
      to: maker.to,
      amount: 5_901_522_149_285_533_025_181n,
    },
  },
  { hash: inner.hash, block: 2_535_368, place: 4, from: `0x${'77'.repeat(20)}`, to: inner.from },
]

function nodeOf(list: readonly Mined[], more: object = {}): NodePort {
  const hashOf = (block: number): Hex => toHex(block, { size: 32 })
  const said = (method: string, [first]: readonly string[]): unknown => {
    if (method === 'eth_getBlockByNumber') {
      const number = Number(first)
      const hash = hashOf(number)
      return {
        number: first,
        timestamp: toHex(1_000_000_000 + number),
        hash,
        parentHash: hash,
        logsBloom: `0x${'0'.repeat(512)}`,
      }
    }
    const one = list.find(({ hash }) => hash === first)
    if (!one) return null
    const place = {
      blockHash: hashOf(one.block),
      blockNumber: toHex(one.block),
      transactionIndex: toHex(one.place),
    }
    if (method === 'eth_getTransactionByHash')
      return {
        ...place,
        hash: one.hash,
        from: one.from,
        to: one.to ?? null,
        nonce: '0x7',
        value: toHex(one.value ?? 0n),
        input: one.to && !one.log ? '0x' : '0xbe040fb0',
        gasPrice: '0x2',
        ...more,
      }
    const { log } = one
    const logs = log && {
      ...place,
      transactionHash: one.hash,
      logIndex: '0x9',
      address: log.token,
      data: toHex(log.amount, { size: 32 }),
      topics: [transfer, topic(log.from), topic(log.to)],
    }
    return {
      ...place,
      transactionHash: one.hash,
      status: '0x1',
      gasUsed: '0x5',
      effectiveGasPrice: '0x2',
      contractAddress: one.created ?? null,
      logs: logs ? [logs] : [],
    }
  }
  return {
    ask: async (_chain, calls) =>
      calls.map(({ method, params = '[]' }) => ({
        kind: 'result',
        text: JSON.stringify(said(method, JSON.parse(params))),
      })),
  }
}

type Answers = Partial<Record<string, unknown>>

function sourceOf(
  answers: Answers | ((url: URL) => Response | Promise<Response>),
  {
    name = 'etherscan' as ExplorerName,
    chains = [chain] as ChainId[],
    url = 'https://api.example/v2/api',
    node = nodeOf(mined),
  } = {},
) {
  const asked: URL[] = []
  const config = configSchema.parse({
    upstreams: { [name]: { url, chains, key: 'SECRET', timeoutMs: 200 } },
  })
  const fetchList = async (address: string, { signal }: RequestInit): Promise<Response> => {
    const own = new URL(address)
    asked.push(own)
    if (typeof answers === 'function') {
      const hung = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )
      return Promise.race([answers(own), hung])
    }
    const said = answers[own.searchParams.get('action') ?? ''] ?? none
    return new Response(
      JSON.stringify(Array.isArray(said) ? { status: '1', message: 'OK', result: said } : said),
    )
  }
  const [source] = explorerSources(config, { nodes: node, fetchList })
  const read = (account: string, more: object = {}) =>
    (source as NonNullable<typeof source>).read({
      chain,
      account: account as Hex,
      limit: 51,
      ...more,
    })
  const failure = (account: string) =>
    read(account).then(
      () => 'believed',
      (error) =>
        hasCode(error) && error.context.sourceCode === 503 ? String(error.context.reason) : error,
    )
  return { source, read, failure, asked }
}

describe('explorer', () => {
  test('default', async () => {
    const { read, asked } = sourceOf({ txlist: [made] })
    const { items, hasMore } = await read(made.from)
    expect(items).toEqual([
      {
        chain,
        block: 14_923_678,
        place: 61,
        hash: made.hash,
        from: made.from,
        to: null,
        created: made.contractAddress,
        nonce: 7,
        fee: 10n,
        isSuccess: true,
        selector: null,
        value: 0n,
        minedAt: 1_014_923_678_000,
        movements: [],
        approvals: [],
        movementCount: 0,
      },
    ])
    expect(hasMore).toBe(false)
    expect(asked.map((url) => url.searchParams.get('action'))).toEqual([
      'txlist',
      'txlistinternal',
      'tokentx',
      'tokennfttx',
      'token1155tx',
    ])
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      chainid: '1',
      apikey: 'SECRET',
      module: 'account',
      action: 'txlist',
      address: made.from,
      sort: 'desc',
      startblock: '0',
      endblock: '999999999',
      page: '1',
      offset: '101',
    })
  })

  test('behavior: a token received, told by the chain and not by the row', async () => {
    const { read } = sourceOf({
      tokentx: [{ ...maker, value: '999999999999999999999999', tokenDecimal: '0' }],
    })
    const { items } = await read(maker.to)
    expect(items[0]?.movements).toMatchObject([
      {
        kind: 'erc20',
        token: maker.contractAddress,
        amount: 5_901_522_149_285_533_025_181n,
        from: maker.from,
        to: maker.to,
      },
    ])
  })

  test('behavior: coin from inside, which only the explorer knows', async () => {
    const { transactionHash, ...row } = { ...inner, transactionHash: inner.hash }
    for (const one of [row, { ...row, hash: undefined, transactionHash }]) {
      const { items } = await sourceOf({ txlistinternal: [one] }, { name: 'blockscout' }).read(
        inner.to,
      )
      expect(items[0]?.movements).toMatchObject([
        { kind: 'internal', position: -2, amount: 10n ** 17n, to: inner.to },
      ])
    }
    const reverted = sourceOf({ txlistinternal: [{ ...inner, isError: '1' }] })
    expect(await reverted.failure(inner.to)).toMatch(/another account/)
  })

  test('behavior: nothing known is an empty list', async () => {
    expect(await sourceOf({}).read(made.from)).toEqual({ items: [], hasMore: false })
  })

  test('behavior: pages', async () => {
    const me = `0x${'aa'.repeat(20)}`
    // Three a block: a page ends within one.
    const all = Array.from({ length: 400 }, (_, n): Mined => {
      const block = 1_000 - Math.floor(n / 3)
      return {
        hash: toHex(n + 1, { size: 32 }),
        block,
        place: 2 - (n % 3),
        from: me,
        to: `0x${'bb'.repeat(20)}`,
        value: 1n,
      }
    })
    const rows = all.map(({ hash, block, from, to }) => ({
      blockNumber: String(block),
      hash,
      from,
      to,
    }))
    const { read } = sourceOf(
      (url) => {
        const [end, offset] = [
          Number(url.searchParams.get('endblock')),
          Number(url.searchParams.get('offset')),
        ]
        const own =
          url.searchParams.get('action') === 'txlist'
            ? rows.filter((row) => Number(row.blockNumber) <= end)
            : []
        return new Response(
          JSON.stringify(
            own.length ? { status: '1', message: 'OK', result: own.slice(0, offset) } : none,
          ),
        )
      },
      { node: nodeOf(all) },
    )
    const told: string[] = []
    for (let before: object | undefined, page = 0; page < 20; page++) {
      const { items, hasMore } = await read(me, { limit: 50, before })
      told.push(...items.map(({ hash }) => hash))
      if (hasMore) expect(items.length).toBe(50)
      const last = items.at(-1)
      before = last && { block: last.block, place: last.place }
      if (!hasMore) break
    }
    expect(told).toEqual(all.map(({ hash }) => hash))
  })

  test('behavior: where one list is cut off, the others are told no further', async () => {
    const me = `0x${'aa'.repeat(20)}`
    const all = [100, 99, 98, 97, 50].map((block): Mined => {
      return {
        hash: toHex(block, { size: 32 }),
        block,
        place: 0,
        from: me,
        to: `0x${'bb'.repeat(20)}`,
        value: 1n,
      }
    })
    const rows = all.map(({ hash, block, from, to }) => ({
      blockNumber: String(block),
      hash,
      from,
      to,
    }))
    const lists: Record<string, typeof rows> = {
      txlist: rows.slice(4),
      // Fifty rows of each transaction: a list of 101 ends within the third.
      tokentx: rows.slice(0, 4).flatMap((row) => Array.from({ length: 50 }, () => row)),
    }
    const { read } = sourceOf(
      (url) => {
        const [end, offset] = [
          Number(url.searchParams.get('endblock')),
          Number(url.searchParams.get('offset')),
        ]
        const own = (lists[url.searchParams.get('action') ?? ''] ?? []).filter(
          (row) => Number(row.blockNumber) <= end,
        )
        return new Response(
          JSON.stringify(
            own.length ? { status: '1', message: 'OK', result: own.slice(0, offset) } : none,
          ),
        )
      },
      { node: nodeOf(all) },
    )
    const first = await read(me)
    expect([first.items.map(({ block }) => block), first.hasMore]).toEqual([[100, 99], true])
    const second = await read(me, { before: { block: 99, place: 0 } })
    expect([second.items.map(({ block }) => block), second.hasMore]).toEqual([[98], true])
    const last = await read(me, { before: { block: 97, place: 0 } })
    expect([last.items.map(({ block }) => block), last.hasMore]).toEqual([[50], false])
  })

  test('behavior: which chains, and where they are asked', async () => {
    const two = ['eip155:1', 'eip155:10'] as ChainId[]
    const several = { name: 'blockscout', chains: two } as const
    expect(sourceOf({}, several).source?.chains).toEqual([])
    const named = sourceOf({}, { ...several, url: 'https://{chain}.scout.example/{chain}/api' })
    expect(named.source?.chains).toEqual(two)
    await named.read(made.from)
    expect(named.asked[0]?.host).toBe('1.scout.example')
    expect(named.asked[0]?.searchParams.has('chainid')).toBe(false)
    expect(sourceOf({}, { chains: two }).source?.chains).toEqual(two)
    expect(explorerSources(configSchema.parse({}), { nodes: nodeOf([]) })).toEqual([])
  })

  test('behavior: down, slow, cut off', async () => {
    const failures = [
      () => Promise.reject(new Error('https://api.example/?apikey=SECRET')),
      () => new Promise<Response>(() => undefined),
      () => new Response('<html>busy</html>'),
      () => new Response('<html>no</html>', { status: 502 }),
      () => new Response('{"status":"1"', { headers: { 'content-type': 'application/json' } }),
      () => new Response('x'.repeat(9_000_000)),
    ]
    const said = await Promise.all(failures.map((answer) => sourceOf(answer).failure(made.from)))
    expect(said.map((text) => /not believed: (.*)/.exec(text)?.[1])).toEqual([
      'it cannot be reached',
      'it is too slow',
      'its answer is not JSON',
      'it answers 502',
      'its answer is not JSON',
      'its answer is cut off or too large',
    ])
    expect(said.join()).not.toContain('SECRET')
  })

  test('behavior: refusals, as documented', async () => {
    for (const result of [
      'Invalid API Key',
      'Error! Missing Or invalid Action name',
      limited.result,
    ]) {
      expect(await sourceOf({ tokentx: { ...limited, result } }).failure(made.from)).toMatch(
        /refuses/,
      )
    }
  })

  test('behavior: lies', async () => {
    const stranger = `0x${'12'.repeat(20)}`
    const lies: readonly (readonly [string, Answers, string?])[] = [
      ['another shape', { txlist: { status: '1', result: [{ ...made, blockNumber: '-5' }] } }],
      ['another shape', { txlist: [{ ...made, blockNumber: 'NaN' }] }],
      ['another shape', { txlist: [{ ...made, blockNumber: '9'.repeat(30) }] }],
      ['another shape', { txlist: [{ ...made, hash: '0x12' }] }],
      ['another shape', { txlist: [null] }],
      ['another shape', { txlist: { result: [] } }],
      ['refuses', { txlist: { status: '0', result: [made] } }],
      ['refuses', { txlist: { status: '1', result: { length: 1 } } }],
      [
        'of another account',
        { txlist: [made, { ...made, from: stranger, to: stranger, blockNumber: '5' }] },
      ],
      ['out of order', { txlist: [{ ...made, blockNumber: '5' }, made] }],
      ['more than was asked', { txlist: Array.from({ length: 102 }, () => made) }],
      ['two blocks', { txlist: [made], tokentx: [{ ...made, blockNumber: '14923677' }] }],
      ['does not know', { txlist: [{ ...made, hash: `0x${'ab'.repeat(32)}` }] }],
      ['of another account', { txlist: [{ ...made, from: stranger }] }, stranger],
      ['another shape', { txlistinternal: [{ ...inner, value: '-1' }] }, inner.to],
      ['another shape', { txlistinternal: [{ ...inner, value: '1e18' }] }, inner.to],
      ['more coin', { txlistinternal: [{ ...inner, value: '9'.repeat(60) }] }, inner.to],
    ]
    for (const [reason, answers, account = made.from] of lies) {
      expect([reason, await sourceOf(answers).failure(account)]).toEqual([
        reason,
        expect.stringContaining(reason),
      ])
    }
  })

  test('behavior: a transaction of another block, or a node that lies itself', async () => {
    const elsewhere = sourceOf({ txlist: [{ ...made, blockNumber: '14923677' }] })
    expect(await elsewhere.failure(made.from)).not.toBe('believed')
    for (const more of [
      { hash: `0x${'ab'.repeat(32)}` },
      { value: '-0x1' },
      { value: `0x${'f'.repeat(65)}` },
      { blockHash: '0x' },
    ]) {
      expect(
        await sourceOf({ txlist: [made] }, { node: nodeOf(mined, more) }).failure(made.from),
      ).not.toBe('believed')
    }
  })
})

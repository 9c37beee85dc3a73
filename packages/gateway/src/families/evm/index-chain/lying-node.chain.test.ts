import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../data/open-database.ts'
import type { Database } from '../../../data/sql.ts'
import { indexFacts } from '../../../test/index-facts.ts'
import { type Facts, readFacts } from '../../../test/index-truth.ts'
import { chainId } from '../../../test/make-gateway.ts'
import { randomTransactions } from '../../../test/random-transactions.ts'
import { changedNode, clearIndex, indexOf, type TestIndex } from '../../../test/start-test-index.ts'

interface Item {
  [name: string]: unknown
}
/** What a node may say of a block, its receipts or its traces. */
type Lie = (method: string, result: Item & Item[], params: readonly string[]) => unknown

const made = {} as {
  database: Database
  devnet: EvmDevnet
  truth: Facts
  head: number
  kept: Map<string, unknown>
}
beforeAll(async () => {
  made.database = await openDatabase()
  made.devnet = await startEvmDevnet()
  const random = await randomTransactions(made.devnet, 11)
  await random.send(80, 40)
  made.head = Number(await random.rpc('eth_blockNumber'))
  made.truth = await readFacts(made.devnet.url, made.devnet.addresses.weth, BigInt(made.head - 3))
  made.kept = new Map()
  for (const back of [0, 1]) {
    const number = `0x${(made.head - back).toString(16)}`
    made.kept.set(`receipts ${back}`, await random.rpc('eth_getBlockReceipts', [number]))
    made.kept.set(`traces ${back}`, await random.rpc('trace_block', [number]))
  }
}, 120_000)
afterAll(async () => {
  await made.devnet?.stop()
  await made.database?.close()
})
const running: TestIndex[] = []
beforeEach(() => clearIndex(made.database))
afterEach(async () => {
  for (const index of running.splice(0)) {
    await index.stop()
  }
})

const isLast = (params: readonly string[]) => Number(params[0]) === made.head
const ofBlock =
  (change: (block: Item) => unknown): Lie =>
  (method, result, params) =>
    method === 'eth_getBlockByNumber' && isLast(params) ? change(structuredClone(result)) : result
const ofReceipts =
  (change: (receipts: Item[]) => unknown): Lie =>
  (method, result, params) =>
    method === 'eth_getBlockReceipts' && isLast(params) ? change(structuredClone(result)) : result
const ofTraces =
  (change: (traces: Item[]) => unknown): Lie =>
  (method, result, params) =>
    method === 'trace_block' && isLast(params) ? change(structuredClone(result)) : result
const set =
  (name: string, value: unknown) =>
  (item: Item): Item => ({ ...item, [name]: value })
const setFirst = (name: string, value: unknown) => (block: Item) => ({
  ...block,
  transactions: (block.transactions as Item[]).map((one, at) =>
    at === 0 ? { ...one, [name]: value } : one,
  ),
})
const rules = () => ({ fromBlock: made.head - 3, internal: 'trace', pollMs: 100 }) as const
const huge = `0x1${'0'.repeat(64)}`
const logsOf = (receipt: Item | undefined): Item[] => (receipt?.logs ?? []) as Item[]
const withLogs = (receipts: Item[]): Item => receipts.find((one) => logsOf(one).length > 1) as Item

const lies: readonly (readonly [string, Lie])[] = [
  [
    'a page of HTML',
    (method, result) => (method === 'eth_getBlockReceipts' ? '<html>busy</html>' : result),
  ],
  [
    'JSON cut in half',
    (method, result) => (method === 'eth_getBlockReceipts' ? '[{"jsonrpc":"2.0","id"' : result),
  ],
  ['another chain', (method, result) => (method === 'eth_chainId' ? '0x1' : result)],
  ['a negative value', ofBlock(setFirst('value', '-0x1'))],
  ['a huge value', ofBlock(setFirst('value', huge))],
  ['NaN', ofBlock(setFirst('value', 'NaN'))],
  ['a number instead of a quantity', ofBlock(setFirst('value', 7))],
  ['a huge nonce', ofBlock(setFirst('nonce', '0xffffffffffffffff'))],
  ['a time that is none', ofBlock(set('timestamp', '0xffffffffffff'))],
  ['a sender that is no address', ofBlock(setFirst('from', '0x12'))],
  ['no block', ofBlock(() => null)],
  ['a list for a block', ofBlock(() => [])],
  [
    'transactions without their content',
    ofBlock((block) => ({ ...block, transactions: ['0x12'] })),
  ],
  ['another number', ofBlock(set('number', '0x1'))],
  ['another parent', ofBlock(set('parentHash', `0x${'12'.repeat(32)}`))],
  ['a block without its transactions', ofBlock(set('transactions', []))],
  [
    'the same transaction twice',
    ofBlock((block) => setFirst('hash', (block.transactions as Item[])[1]?.hash)(block)),
  ],
  [
    'transactions in another order',
    ofBlock((block) => ({ ...block, transactions: (block.transactions as Item[]).toReversed() })),
  ],
  ['receipts of another block', ofReceipts(() => made.kept.get('receipts 1'))],
  ['no receipts', ofReceipts(() => null)],
  ['one receipt less', ofReceipts((list) => list.slice(0, -1))],
  ['receipts in another order', ofReceipts((list) => list.toReversed())],
  [
    'a receipt without status',
    ofReceipts(([first, ...more]) => [{ ...first, status: undefined }, ...more]),
  ],
  [
    'a status beyond yes and no',
    ofReceipts(([first, ...more]) => [{ ...first, status: '0x2' }, ...more]),
  ],
  ['huge gas', ofReceipts(([first, ...more]) => [{ ...first, gasUsed: huge }, ...more])],
  [
    'a fee beyond all coin',
    ofReceipts(([first, ...more]) => [
      { ...first, effectiveGasPrice: `0x${'f'.repeat(64)}` },
      ...more,
    ]),
  ],
  ['no logs at all', ofReceipts((list) => list.map(set('logs', [])))],
  [
    'the only log of a receipt missing',
    ofReceipts((list) => {
      const last = list.findLast((one) => logsOf(one).length === 1) as Item
      last.logs = logsOf(last).slice(0, -1)
      return list
    }),
  ],
  [
    'a log from the middle missing',
    ofReceipts((list) => {
      const some = withLogs(list)
      some.logs = logsOf(some).slice(1)
      return list
    }),
  ],
  [
    'a log of another transaction',
    ofReceipts((list) => {
      Object.assign(logsOf(withLogs(list))[0] as Item, { transactionHash: `0x${'12'.repeat(32)}` })
      return list
    }),
  ],
  [
    'a log of another contract',
    ofReceipts((list) => {
      Object.assign(logsOf(withLogs(list))[0] as Item, { address: `0x${'12'.repeat(20)}` })
      return list
    }),
  ],
  [
    'a log with another receiver',
    ofReceipts((list) => {
      const log = list.flatMap(logsOf).find(({ topics }) => (topics as string[]).length > 2) as Item
      log.topics = (log.topics as string[]).with(2, `0x${'0'.repeat(24)}${'12'.repeat(20)}`)
      return list
    }),
  ],
  [
    'a log that was removed',
    ofReceipts((list) => {
      Object.assign(logsOf(withLogs(list))[0] as Item, { removed: true })
      return list
    }),
  ],
  [
    'a failed transaction with logs',
    ofReceipts((list) => {
      Object.assign(withLogs(list), { status: '0x0' })
      return list
    }),
  ],
  [
    'a contract made by a call',
    ofReceipts((list) => {
      Object.assign(withLogs(list), { contractAddress: `0x${'12'.repeat(20)}` })
      return list
    }),
  ],
  ['traces of another block', ofTraces(() => made.kept.get('traces 1'))],
  ['no traces', ofTraces(() => null)],
  ['half of the traces', ofTraces((list) => list.slice(0, list.length >> 1))],
  [
    'a trace that moves a huge value',
    ofTraces((list) => {
      const inner = list.find(
        ({ type, traceAddress }) => type === 'call' && (traceAddress as number[]).length > 0,
      ) as Item
      inner.action = { ...(inner.action as Item), callType: 'call', value: huge }
      return list
    }),
  ],
]

describe('a node that lies', () => {
  test.each(lies)(
    'behavior: %s: nothing of it is written, it is said, and with the truth it goes on',
    async (_, lie) => {
      const { database, devnet, truth, head } = made
      const state = { isLying: true, told: 0 }
      const fetchNode = changedNode((method, result, params) => {
        const changed = state.isLying ? lie(method, result, params) : result
        if (changed !== result) state.told++
        return changed
      })
      const index = indexOf(database, devnet.url, rules(), { fetchNode })
      await index.until(
        () => index.logged.some((line) => line.includes('a step failed')) && state.told > 1,
        'a log line',
      )
      const found = await indexFacts(database.db)
      expect(found.transactions.filter((line) => Number(line.split(' ')[0]) >= head)).toEqual([])
      for (const table of [
        'transactions',
        'movements',
        'approvals',
        'accounts',
        'tokens',
      ] as const) {
        const known = new Set(truth[table])
        expect(found[table].filter((line) => !known.has(line))).toEqual([])
      }
      expect(index.state(chainId)?.nextBlock ?? 0).toBeLessThanOrEqual(head)
      state.isLying = false
      await index.caughtUp()
      await index.stop()
      expect(await indexFacts(database.db)).toEqual(truth)
    },
    60_000,
  )

  test('behavior: a head that is no head is not followed', async () => {
    const { database, devnet, truth } = made
    const heads = ['-0x1', huge, 'NaN', null, 12, '0xfffffffffffffff']
    const state = { told: 0 }
    const fetchNode = changedNode((method, result: Item, params) => {
      const isLie =
        state.told < heads.length && method === 'eth_getBlockByNumber' && params[0] === 'latest'
      return isLie ? { ...result, number: heads[state.told++] } : result
    })
    const index = indexOf(database, devnet.url, rules(), { fetchNode })
    running.push(index)
    await index.until(() => state.told === heads.length, 'the last lie')
    expect(index.logged.some((line) => line.includes('a step failed'))).toBe(true)
    await index.caughtUp()
    await index.stop()
    expect(await indexFacts(database.db)).toEqual(truth)
  }, 60_000)

  test('behavior: made-up headers do not make the index forget its chain', async () => {
    const { database, devnet, truth } = made
    const state = { isLying: false, at: 0 }
    const fetchNode = changedNode((method, result: Item) =>
      state.isLying && method === 'eth_getBlockByNumber' && result
        ? { ...result, hash: `0x${(++state.at).toString(16).padStart(64, '0')}` }
        : result,
    )
    const index = indexOf(database, devnet.url, rules(), { fetchNode })
    running.push(index)
    await index.caughtUp()
    state.isLying = true
    await index.until(
      () => index.logged.some((line) => line.includes('a step failed')),
      'a log line',
    )
    const told = state.at
    await index.until(() => state.at > told + 10, 'more lies')
    expect(await indexFacts(database.db)).toEqual(truth)
    await index.stop()
    expect(index.logged.filter((line) => line.includes('anew'))).toEqual([])
  }, 60_000)
})

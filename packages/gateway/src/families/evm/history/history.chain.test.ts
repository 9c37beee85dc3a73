import type { ChainId } from '@latchkey/protocol'
import { hasCode, isHistoryAnswer } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { configSchema } from '../../../base/config/schema.ts'
import {
  accountTransactions,
  approvals,
  backfills,
  movements,
  transactions,
} from '../../../data/index-schema.ts'
import type { Database } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { makeGateway } from '../../../test/make-gateway.ts'
import {
  approval,
  at,
  contract,
  me,
  movement,
  other,
  token,
  transaction,
} from '../../../test/seen-transactions.ts'
import { history } from './history.ts'
import { readIndex } from './read-index.ts'
import type { SeenSource } from './read-seen.ts'
import type { SeenTransaction } from './seen.ts'

const [home, away, far] = ['eip155:31337', 'eip155:1', 'eip155:10'] as const
const made: { database?: Database } = {}
const madeDb = () => (made.database as Database).db

const hashOf = (chain: ChainId, block: number, place: number): Hex =>
  `0x${chain.length.toString(16)}${block.toString(16).padStart(40, '0')}${place.toString(16).padStart(23 - (chain.length > 15 ? 1 : 0), '0')}`
    .slice(0, 66)
    .padEnd(66, '0') as Hex

/** Puts transactions into the index as its follower does. */
async function insert(
  ...list: readonly (Partial<SeenTransaction> & { block: number })[]
): Promise<readonly SeenTransaction[]> {
  const all = list.map((one) => {
    const { chain = home, block, place = 0 } = one
    return transaction({
      minedAt: 1_700_000_000_000 + block * 1_000,
      hash: hashOf(chain, block, place),
      ...one,
    })
  })
  for (const { movements: moved, approvals: given, minedAt, movementCount, ...one } of all) {
    const { chain, block, place } = one
    await madeDb()
      .insert(transactions)
      .values({ ...one, minedAt: new Date(minedAt) })
    if (moved.length)
      await madeDb()
        .insert(movements)
        .values(moved.map((row) => ({ chain, block, place, ...row })))
    if (given.length)
      await madeDb()
        .insert(approvals)
        .values(given.map((row) => ({ chain, block, place, ...row })))
    const accounts = [
      one.from,
      one.to,
      ...moved.flatMap(({ from, to }) => [from, to]),
      ...given.map(({ owner }) => owner),
    ]
    const rows = [...new Set(accounts)].flatMap((account) =>
      account ? [{ account, chain, block, place }] : [],
    )
    await madeDb().insert(accountTransactions).values(rows)
  }
  return all
}

const coin = (more: Partial<Parameters<typeof movement>[0]> = {}) => [movement(more)]
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const rpcUrls = ['http://node.example']

function portOf({
  chains = [home, away] as readonly ChainId[],
  upstreams = [] as readonly SeenSource[],
  firstBlock = 0,
  behind = 0,
  isReady = true,
} = {}) {
  const wanted: string[] = []
  const failures: string[] = []
  const config = configSchema.parse({
    chains: [home, away, far].map((id) => ({
      id,
      name: id,
      nativeCurrency,
      rpcUrls,
      ...(chains.includes(id) ? { index: {} } : {}),
    })),
  })
  const state = { firstBlock, nextBlock: 1_000, headBlock: 1_000 + behind, isWriter: true }
  const port = history({
    config,
    db: madeDb(),
    index: {
      state: (chain) => (isReady && chains.includes(chain) ? state : undefined),
      want: (chain, account) => wanted.push(`${chain}:${account}`),
    },
    tokens: { find: async () => new Map() },
    nfts: { find: async () => new Map() },
    prices: { past: async (asks) => asks.map(() => undefined) },
    upstreams,
    onFailure: (source, chain, reason) => failures.push(`${source} ${chain} ${reason}`),
  })
  const read = (asked: readonly ChainId[] = [home], cursor?: string, limit = 50) =>
    port.read({ account: me, chains: asked, currency: 'usd', limit, ...(cursor ? { cursor } : {}) })
  const refused = (promise: Promise<unknown>) =>
    promise.catch((error) =>
      hasCode(error) ? [error.context.sourceCode, error.context.field] : error,
    )
  return { port, read, refused, wanted, failures, config }
}

const places = (items: readonly { metadata: { chain?: string | null; block?: string | null } }[]) =>
  items.map(({ metadata: { chain, block } }) => `${chain?.slice(7)}/${block}`)

describeDatabases('history', (open) => {
  beforeAll(async () => {
    made.database = await open()
  })
  beforeEach(async () => {
    for (const table of [accountTransactions, approvals, movements, transactions, backfills]) {
      await madeDb().delete(table)
    }
  })

  test('default', async () => {
    const [sent, got] = await insert(
      {
        block: 3,
        movements: coin({ amount: 2n ** 255n }),
        value: 2n ** 255n,
        selector: null,
        nonce: 2 ** 40,
      },
      {
        block: 4,
        place: 3,
        from: other,
        to: null,
        created: contract,
        isSuccess: true,
        movements: [
          movement({ position: -2, kind: 'internal', from: contract, to: me }),
          movement({
            position: 5,
            token,
            tokenId: 2n ** 256n - 1n,
            kind: 'erc1155',
            from: other,
            to: me,
          }),
          movement({
            position: 5,
            part: 1,
            token,
            tokenId: 0n,
            kind: 'erc1155',
            from: other,
            to: me,
          }),
        ],
        approvals: [approval({ amount: null, isAll: true })],
      },
    )
    await insert({
      block: 5,
      from: other,
      to: other,
      movements: [movement({ from: other, to: contract })],
    })
    const read = await readIndex(madeDb(), me, [{ chain: home }], 50)
    // Own value, then logs, then internal ones; nothing is lost between the database and us.
    const ordered = [...(got?.movements ?? []).slice(1), ...(got?.movements ?? []).slice(0, 1)]
    expect(read).toEqual([
      { ...got, movements: ordered, movementCount: 3 },
      { ...sent, movementCount: 0 },
    ])
    expect(await readIndex(madeDb(), me, [], 50)).toEqual([])
  })

  test('behavior: pages follow each other without gap or double while blocks are added', async () => {
    await insert(
      ...Array.from({ length: 25 }, (_, n) => ({
        block: 10 + Math.floor(n / 3),
        place: n % 3,
        movements: coin(),
      })),
    )
    const { read } = portOf()
    const first = await read([home], undefined, 10)
    await insert({ block: 100, movements: coin() }, { block: 18, place: 2, movements: coin() })
    const second = await read([home], first.next as string, 10)
    await insert({ block: 101, movements: coin() })
    const third = await read([home], second.next as string, 10)
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
    expect([ids.length, new Set(ids).size, third.next]).toEqual([25, 25, null])
    const all = await read([home], undefined, 50)
    expect(all.items.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
    expect(all.items.length).toBe(28)
  })

  test('behavior: exactly full is the last page', async () => {
    await insert(...Array.from({ length: 10 }, (_, n) => ({ block: n, movements: coin() })))
    expect((await portOf().read([home], undefined, 10)).next).toBeNull()
    expect((await portOf().read([home], undefined, 9)).next).not.toBeNull()
  })

  test('behavior: chains are merged by time, and one that grows later does not slip in', async () => {
    await insert(
      ...[1, 2, 3, 7, 8].map((block) => ({ chain: home, block, movements: coin() })),
      ...[2, 4].map((block) => ({ chain: away, block, movements: coin() })),
    )
    const { read, wanted } = portOf()
    const both = [home, away]
    const first = await read(both, undefined, 2)
    expect(places(first.items)).toEqual(['31337/8', '31337/7'])
    await insert({ chain: away, block: 9, movements: coin() })
    const second = await read(both, first.next as string, 3)
    expect(places(second.items)).toEqual(['1/4', '31337/3', '1/2'])
    const third = await read(both, second.next as string, 3)
    expect([places(third.items), third.next]).toEqual([['31337/2', '31337/1'], null])
    expect(places((await read(both)).items)[0]).toBe('1/9')
    expect(wanted.slice(0, 2)).toEqual([`${home}:${me}`, `${away}:${me}`])
  })

  test('behavior: a transaction of ten thousand transfers is bounded', async () => {
    const many = Array.from({ length: 300 }, (_, position) =>
      movement({ token, position, from: other, to: me }),
    )
    await insert({ block: 1, from: other, movements: many })
    const [one] = await readIndex(madeDb(), me, [{ chain: home }], 1)
    expect([one?.movements.length, one?.movementCount]).toEqual([200, 51])
  })

  test('behavior: chains and cursors that are not its own', async () => {
    const { read, refused, port } = portOf()
    expect(port.chains).toEqual([home, away])
    expect(await refused(read([far]))).toEqual([400, 'chainId'])
    expect(await refused(read([home], 'nonsense'))).toEqual([400, ''])
    await insert({ block: 1, movements: coin() }, { block: 2, movements: coin() })
    const { next } = await read([home], undefined, 1)
    expect(await refused(read([away], next as string))).toEqual([400, ''])
    expect(await refused(portOf({ isReady: false }).read())).toEqual([503, 'chainId'])
  })

  test('behavior: an upstream takes over where the index cannot tell', async () => {
    const asked: unknown[] = []
    const source = (
      name: string,
      blocks: readonly number[] | Error,
      chains: readonly ChainId[] = [home, far],
    ): SeenSource => ({
      name,
      chains,
      async read({ chain, before, limit }) {
        asked.push([name, chain, before?.block])
        if (blocks instanceof Error) throw blocks
        const items = blocks
          .filter((block) => !before || block < before.block)
          .map((block) =>
            transaction({
              chain,
              block,
              minedAt: 1_700_000_000_000 + block * 1_000,
              movements: coin(),
            }),
          )
        return { items: items.slice(0, limit), hasMore: items.length > limit }
      },
    })
    await insert({ block: 60, movements: coin() }, { block: 50, movements: coin() })
    const good = source('good', [70, 60, 50, 40, 30])

    const older = portOf({ upstreams: [good], firstBlock: 45 })
    expect(places((await older.read()).items)).toEqual([
      '31337/60',
      '31337/50',
      '31337/40',
      '31337/30',
    ])
    await madeDb()
      .insert(backfills)
      .values({ chain: home, account: me, downTo: 35, isDone: false, askedAt: new Date() })
    expect(places((await older.read()).items)).toEqual(['31337/60', '31337/50', '31337/30'])
    const first = await older.read([home], undefined, 2)
    expect(places((await older.read([home], first.next as string, 2)).items)).toEqual(['31337/30'])

    expect(places((await portOf({ upstreams: [good], behind: 1_000 }).read()).items)[0]).toBe(
      '31337/70',
    )
    expect(places((await portOf({ upstreams: [good], isReady: false }).read()).items)[0]).toBe(
      '31337/70',
    )
    expect(places((await portOf({ upstreams: [good] }).read()).items)).toEqual([
      '31337/60',
      '31337/50',
    ])
    expect(places((await portOf({ upstreams: [good] }).read([far])).items).length).toBe(5)

    asked.length = 0
    const fallen = portOf({ upstreams: [source('down', new Error('no')), good] })
    expect((await fallen.read([far])).items.length).toBe(5)
    expect([asked.length, fallen.failures]).toEqual([2, [`down ${far} Error`]])
    const none = portOf({ upstreams: [source('down', new Error('no'))] })
    expect(await none.refused(none.read([far]))).toEqual([503, ''])
  })

  test('behavior: over the wire', async () => {
    await insert(...Array.from({ length: 60 }, (_, n) => ({ block: n, movements: coin() })), {
      block: 70,
      isSuccess: false,
      to: at('d'),
    })
    const { port, config } = portOf()
    const { app } = makeGateway({ config, history: port })
    const ask = async (path: string) => {
      const response = await app.request(`/v1/account/${path}`)
      return { status: response.status, body: await response.json() }
    }
    const checksummed = `0x${'A'.repeat(40)}`
    const { status, body } = await ask(`${checksummed}/history?projectId=shop&st=x&sv=y`)
    expect([status, body.data.length, isHistoryAnswer(body)]).toEqual([200, 50, true])
    expect(body.data[0].metadata).toMatchObject({ status: 'failed', block: '70' })
    const more = await ask(
      `${me}/history?projectId=shop&chainId=${home}&currency=eur&onramp=coinbase&cursor=${body.next}`,
    )
    expect([more.status, more.body.data.length, more.body.next]).toEqual([200, 11, null])
    const rest = await ask(`${me}/history?projectId=shop&cursor=${body.next}`)
    expect([rest.status, rest.body.data.length, rest.body.next]).toEqual([200, 11, null])
    const bad = async (path: string) => {
      const answer = await ask(path)
      return [answer.status, answer.body.reasons?.[0]?.field]
    }
    expect(await bad(`${me}/history`)).toEqual([401, 'authentication'])
    const unkept = await ask(`${me}/history?projectId=shop&chainId=${far}`)
    expect(unkept).toEqual({ status: 200, body: { data: [], next: null, isKept: false } })
    expect(await bad('0x12/history?projectId=shop')).toEqual([400, 'address'])
    expect(await bad(`${me}/history?projectId=shop&chainId=1`)).toEqual([400, 'chainId'])
    expect(await bad(`${me}/history?projectId=shop&chainId=eip155:999`)).toEqual([400, 'chainId'])
    expect(await bad(`${me}/history?projectId=shop&currency=doge`)).toEqual([400, 'currency'])
    expect(await bad(`${me}/history?projectId=shop&onramp=foo`)).toEqual([400, 'provider'])
    expect(await bad(`${me}/history?projectId=shop&cursor=zzz`)).toEqual([400, ''])
  })
})

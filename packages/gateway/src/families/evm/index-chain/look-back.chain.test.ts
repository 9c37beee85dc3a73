import { accounts, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryRows } from '../../../data/migrations.ts'
import type { Database } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { indexFacts } from '../../../test/index-facts.ts'
import { type Facts, readFacts } from '../../../test/index-truth.ts'
import { chainId } from '../../../test/make-gateway.ts'
import { randomTransactions } from '../../../test/random-transactions.ts'
import { clearIndex, indexOf } from '../../../test/start-test-index.ts'
import { chainStore } from './chain-store.ts'
import { pruneIndex } from './prune-index.ts'

const account = accounts[3].address.toLowerCase() as Hex
const tables = ['transactions', 'movements', 'approvals', 'accounts', 'tokens'] as const
const blockOf = (line: string): number => Number(line.split(' ')[0])

describeDatabases('what is older, and what is too much', (open) => {
  const made = {} as { database: Database; devnet: EvmDevnet; head: number; truth: Facts }
  beforeAll(async () => {
    made.database = await open()
    made.devnet = await startEvmDevnet()
    const random = await randomTransactions(made.devnet, 31)
    await random.send(900, 30)
    made.head = Number(await random.rpc('eth_blockNumber'))
    made.truth = await readFacts(made.devnet.url, made.devnet.addresses.weth)
  }, 120_000)
  afterAll(() => made.devnet?.stop())
  beforeEach(() => clearIndex(made.database))

  test('behavior: an account is looked back for, over a restart, and beside the follower; nothing is there twice', async () => {
    const { database, devnet, head, truth } = made
    const fromBlock = head - 5
    const rules = { fromBlock, internal: 'trace', finality: 2, lookBack: 20, logRange: 3 } as const
    const wanted = truth.movements.filter((line) => {
      const [kind, from, to] = [line.split(' ')[4], ...line.split(' ').slice(-2)]
      const isLogged = kind !== 'coin' && kind !== 'internal'
      return isLogged && (from === account || to === account) && blockOf(line) >= fromBlock - 20
    })
    expect(wanted.some((line) => blockOf(line) < fromBlock - 10)).toBe(true)
    const lines = async () => new Set((await indexFacts(database.db)).movements)
    const first = indexOf(database, devnet.url, rules)
    await first.caughtUp()
    const before = (await lines()).size
    first.want(chainId, account)
    await first.until(async () => (await lines()).size > before, 'the first step back')
    await first.stop()
    const second = indexOf(database, devnet.url, rules)
    await second.until(async () => {
      const known = await lines()
      return wanted.every((line) => known.has(line))
    }, 'the whole past')
    second.want(chainId, account)
    await second.stop()
    const found = await indexFacts(database.db)
    for (const table of tables) {
      expect(found[table].filter((line) => !truth[table].includes(line))).toEqual([])
    }
    // As far as was said, and no farther.
    expect(Math.min(...found.transactions.map(blockOf))).toBeGreaterThanOrEqual(fromBlock - 20)
    expect(second.state(chainId)?.firstBlock).toBe(fromBlock)
  }, 120_000)

  test('behavior: more than there is room for: the oldest blocks go, the newest stay whole', async () => {
    const { database, devnet, truth } = made
    const index = indexOf(database, devnet.url, { fromBlock: 0, internal: 'trace' })
    await index.caughtUp()
    await index.stop()
    const limits = { maxBytes: 100_000_000, finality: 5 }
    expect(await pruneIndex(database.db, chainId, limits)).toEqual({ filled: expect.any(Number) })
    expect(await indexFacts(database.db)).toEqual(truth)
    const done = await pruneIndex(database.db, chainId, { ...limits, maxBytes: 600_000 })
    const firstBlock = done.firstBlock as number
    expect(firstBlock).toBeGreaterThan(0)
    const found = await indexFacts(database.db)
    expect(found.transactions.length).toBeGreaterThan(100)
    for (const table of ['transactions', 'movements', 'approvals'] as const) {
      expect(found[table]).toEqual(truth[table].filter((line) => blockOf(line) >= firstBlock))
    }
    expect((await chainStore(database.db, chainId).readPosition())?.firstBlock).toBe(firstBlock)
    // Of accounts that are in no block any more nothing stays; one that was looked back for keeps
    // its tokens.
    const accountsIn = async (table: 'account_tokens' | 'account_transactions' | 'backfills') =>
      (
        await queryRows(
          database.db,
          sql.raw(`select distinct encode(account, 'hex') as account from ${table}`),
        )
      ).map((row) => row.account)
    const left = new Set([
      ...(await accountsIn('account_transactions')),
      ...(await accountsIn('backfills')),
    ])
    const withTokens = await accountsIn('account_tokens')
    expect(withTokens.length).toBeGreaterThan(0)
    expect(withTokens.filter((one) => !left.has(one))).toEqual([])
    // The files are as large as before: what is left fits, so nothing more goes.
    expect(await pruneIndex(database.db, chainId, { ...limits, maxBytes: 600_000 })).toEqual({
      filled: expect.any(Number),
    })
    expect(await pruneIndex(database.db, chainId, { maxBytes: 1, finality: 5 })).toMatchObject({
      firstBlock: made.head + 1 - 5,
    })
  }, 120_000)

  test('behavior: room that is made ends what looks back, and claims no block that was not read', async () => {
    const { database, devnet } = made
    const index = indexOf(database, devnet.url, { fromBlock: 0, internal: 'trace' })
    await index.caughtUp()
    await index.stop()
    const [deep, shallow] = ['11', '22'].map((byte) => byte.repeat(20))
    await database.db.execute(sql`insert into backfills (chain, account, down_to, is_done, asked_at)
      values (${chainId}, decode(${deep}, 'hex'), 1, false, now()),
        (${chainId}, decode(${shallow}, 'hex'), 1000000, false, now())`)
    const limits = { maxBytes: 600_000, finality: 5 }
    const { firstBlock } = await pruneIndex(database.db, chainId, limits)
    const rows = await queryRows(
      database.db,
      sql`select encode(account, 'hex') as account, down_to::int as down_to, is_done from backfills order by 1`,
    )
    expect(rows).toEqual([
      { account: deep, down_to: firstBlock, is_done: true },
      { account: shallow, down_to: 1_000_000, is_done: true },
    ])
  }, 120_000)

  test('behavior: who wrote last is asked before anything is written', async () => {
    const { database, devnet, truth } = made
    const index = indexOf(database, devnet.url, { fromBlock: 0, internal: 'trace' })
    await index.caughtUp()
    await index.stop()
    const store = chainStore(database.db, chainId)
    const [tip, before] = (await store.readNewest(2)) as [
      { block: number; hash: Hex },
      { block: number; hash: Hex },
    ]
    const other = { ...tip, hash: `0x${'12'.repeat(32)}` as const }
    const block = {
      number: tip.block + 1,
      hash: other.hash,
      parentHash: tip.hash,
      bloom: '0x',
      minedAt: 1,
      transactions: [],
    } as const
    for (const late of [
      () => store.undo(5, before),
      () => store.undo(5, other),
      () => store.forget(before),
      () => store.forget(other),
      () => store.append([block], 9, other),
      () => store.append([{ ...block, number: tip.block }], 9, before),
    ]) {
      await expect(late()).rejects.toMatchObject({ code: 'server-error' })
    }
    expect(await indexFacts(database.db)).toEqual(truth)
    await store.append([block], 9, tip)
    expect((await store.readPosition())?.nextBlock).toBe(tip.block + 2)
  }, 120_000)
})

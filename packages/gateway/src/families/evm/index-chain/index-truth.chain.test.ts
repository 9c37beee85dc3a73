import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { indexEnd, indexFacts } from '../../../test/index-facts.ts'
import { type Facts, readFacts } from '../../../test/index-truth.ts'
import { randomTransactions } from '../../../test/random-transactions.ts'
import { indexOf } from '../../../test/start-test-index.ts'

const count = 10_000
const seed = 20_260_404
const made: { devnet?: EvmDevnet; truth?: Facts } = {}

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  made.devnet = devnet
  await (await randomTransactions(devnet, seed)).send(count)
  made.truth = await readFacts(devnet.url, devnet.addresses.weth)
}, 240_000)
afterAll(() => made.devnet?.stop())

describeDatabases('index', (open) => {
  const opened: { database?: Database } = {}
  beforeAll(async () => {
    opened.database = await open()
  })

  test(`behavior: ${count} random transactions of every kind are what receipts, logs and traces say (seed ${seed})`, async () => {
    const { devnet, truth } = made as { devnet: EvmDevnet; truth: Facts }
    const { db } = opened.database as Database
    const index = indexOf(opened.database as Database, devnet.url, {
      fromBlock: 0,
      internal: 'trace',
    })
    await index.caughtUp()
    await index.stop()
    const facts = await indexFacts(db)
    expect(facts).toEqual(truth)
    const end = await indexEnd(db)
    expect(end.blocks).toHaveLength(end.nextBlock as number)
    // Each kind was there, or the above proves nothing.
    for (const kind of ['coin', 'internal', 'erc20', 'erc721', 'erc1155']) {
      expect(
        facts.movements.filter((line) => line.split(' ')[4] === kind).length,
        kind,
      ).toBeGreaterThan(count / 50)
    }
    const failed = facts.transactions.filter((line) => line.split(' ').at(-3) === 'false')
    const created = facts.transactions.filter((line) => line.split(' ')[5] !== '-')
    for (const some of [failed, created, facts.approvals]) {
      expect(some.length).toBeGreaterThan(count / 100)
    }
  }, 240_000)
})

import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { indexEnd, indexFacts } from '../../../test/index-facts.ts'
import { readFacts } from '../../../test/index-truth.ts'
import { chainId } from '../../../test/make-gateway.ts'
import { type RandomTransactions, randomTransactions } from '../../../test/random-transactions.ts'
import { changedNode, clearIndex, indexOf } from '../../../test/start-test-index.ts'

const rules = { fromBlock: 0, internal: 'trace' } as const

describeDatabases('followChain', (open) => {
  const made = {} as { database: Database; devnet: EvmDevnet; random: RandomTransactions }
  beforeAll(async () => {
    made.database = await open()
    made.devnet = await startEvmDevnet()
    made.random = await randomTransactions(made.devnet, 7)
    await made.random.send(60, 20)
  })
  afterAll(() => made.devnet?.stop())
  beforeEach(() => clearIndex(made.database))

  const truth = () => readFacts(made.devnet.url, made.devnet.addresses.weth)
  /**
   * Equal but for tokens: what an account once received is looked at again, even if that block is
   * gone.
   */
  const expectTruth = async (): Promise<void> => {
    const [facts, { tokens, ...others }] = [await indexFacts(made.database.db), await truth()]
    expect(facts).toMatchObject(others)
    expect(facts.tokens).toEqual(expect.arrayContaining([...tokens]))
    const { nextBlock, blocks } = await indexEnd(made.database.db)
    expect(blocks).toEqual(Array.from({ length: nextBlock as number }, (_, at) => at))
  }
  const says = (logged: readonly string[], words: string) =>
    logged.filter((line) => line.includes(words))

  test('behavior: three blocks are replaced by others, and by nothing', async () => {
    const { database, devnet, random } = made
    const index = indexOf(database, devnet.url, rules)
    const snapshot = await random.rpc('evm_snapshot')
    await random.send(45, 15)
    await index.caughtUp()
    await random.rpc('evm_revert', [snapshot])
    const other = await randomTransactions(devnet, 8)
    await other.send(45, 15)
    await index.caughtUp()
    expect(says(index.logged, 'reorganised').map((line) => JSON.parse(line).depth)).toEqual([3])
    await expectTruth()
    await random.rpc('anvil_reorg', [3, []])
    await index.caughtUp()
    expect(says(index.logged, 'reorganised')).toHaveLength(2)
    await expectTruth()
    await index.stop()
    made.random = await randomTransactions(devnet, 9)
    expect(index.logged.filter((line) => line.includes('failed'))).toEqual([])
  }, 120_000)

  test('behavior: reorganised deeper than finality, it says so and waits; told to look deeper, it goes on', async () => {
    const { database, devnet, random } = made
    const index = indexOf(database, devnet.url, { ...rules, finality: 2 })
    await index.caughtUp()
    const before = await indexFacts(database.db)
    await random.rpc('anvil_reorg', [4, []])
    await index.until(() => says(index.logged, 'raise index.finality').length > 0, 'the complaint')
    await index.stop()
    expect(await indexFacts(database.db)).toEqual(before)
    const again = indexOf(database, devnet.url, { ...rules, finality: 4 })
    await again.caughtUp()
    await again.stop()
    await expectTruth()
  }, 120_000)

  test('behavior: a chain that began anew is indexed anew', async () => {
    const { database, devnet } = made
    const index = indexOf(database, devnet.url, rules)
    await index.caughtUp()
    await index.stop()
    await devnet.stop()
    made.devnet = await startEvmDevnet()
    const again = indexOf(database, made.devnet.url, rules)
    await again.caughtUp()
    await again.stop()
    expect(says(again.logged, 'begins anew')).toHaveLength(1)
    const facts = await indexFacts(database.db)
    expect(facts).toEqual(await truth())
    made.random = await randomTransactions(made.devnet, 10)
    await made.random.send(80, 40)
  }, 120_000)

  test('behavior: at the head it asks one thing a poll, and takes what comes', async () => {
    const { database, devnet, random } = made
    const asked: string[] = []
    const fetchNode = async (url: string, init: RequestInit): Promise<Response> => {
      asked.push(String(init.body))
      return fetch(url, init)
    }
    const index = indexOf(database, devnet.url, { ...rules, pollMs: 200 }, { fetchNode })
    await index.caughtUp()
    await new Promise((resolve) => setTimeout(resolve, 300))
    asked.length = 0
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const idle = asked.map((body) => JSON.parse(body) as { method?: string; params?: unknown })
    expect(idle.length).toBeGreaterThan(0)
    expect(idle.length).toBeLessThanOrEqual(6)
    for (const call of idle) {
      expect(call).toMatchObject({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    }
    await random.send(30, 15)
    await index.caughtUp()
    expect(index.state(chainId)).toMatchObject({ firstBlock: 0, isWriter: true })
    await index.stop()
    await expectTruth()
  }, 120_000)

  test('behavior: a node without receipts by block and with debug traces only says the same', async () => {
    const { database, devnet } = made
    const missing = ['eth_getBlockReceipts', 'trace_block']
    const fetchNode = changedNode((method, result) =>
      missing.includes(method) ? new Error('Method not found') : result,
    )
    const index = indexOf(database, devnet.url, rules, { fetchNode })
    await index.caughtUp()
    await index.stop()
    expect(says(index.logged, 'singly')).toHaveLength(1)
    await expectTruth()
    expect(
      (await indexFacts(database.db)).movements.filter((line) => line.includes(' internal ')),
    ).not.toEqual([])
  }, 120_000)

  test('behavior: a node that cannot trace is said to, and all else is there', async () => {
    const { database, devnet } = made
    const fetchNode = changedNode((method, result) =>
      /trace/.test(method) ? new Error('not supported') : result,
    )
    const index = indexOf(database, devnet.url, rules, { fetchNode })
    await index.caughtUp()
    await index.stop()
    expect(says(index.logged, 'cannot trace')).toHaveLength(1)
    const found = await indexFacts(database.db)
    const all = await truth()
    expect(found.transactions).toEqual(all.transactions)
    const unproven = all.movements.filter((line) => !found.movements.includes(line))
    // Only internal transfers, and coin wrapped by them.
    expect(found.movements.filter((line) => !all.movements.includes(line))).toEqual([])
    for (const line of unproven) {
      expect(
        line.includes(' internal ') || line.includes(devnet.addresses.weth.toLowerCase()),
      ).toBe(true)
    }
  }, 120_000)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../data/open-database.ts'
import type { Database } from '../../../data/sql.ts'
import { indexEnd, indexFacts } from '../../../test/index-facts.ts'
import { type Facts, readFacts } from '../../../test/index-truth.ts'
import { chainId } from '../../../test/make-gateway.ts'
import { type RandomTransactions, randomTransactions } from '../../../test/random-transactions.ts'
import { type PostgresServer, startPostgres } from '../../../test/start-postgres.ts'
import { type GatewayProcess, startProcess } from '../../../test/start-process.ts'

const made = {} as {
  devnet: EvmDevnet
  random: RandomTransactions
  slow: Server
  postgres: PostgresServer
}
const running: GatewayProcess[] = []
const folders: string[] = []

/**
 * A data folder whose gateway follows the devnet through a node that takes its time, so that a kill
 * meets it at work.
 */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-index-'))
  folders.push(folder)
  const { port } = made.slow.address() as AddressInfo
  const index = { fromBlock: 0, internal: 'trace', pollMs: 100 }
  const chains = [{ ...devnetChain(`http://127.0.0.1:${port}`), index }]
  writeFileSync(
    join(folder, 'latchkey.json'),
    JSON.stringify({ chains, projects: [{ id: 'demo' }] }),
  )
  return folder
}

async function start(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const gateway = await startProcess(folder, env)
  running.push(gateway)
  return gateway
}

async function figure(gateway: GatewayProcess, name: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  return Number(
    new RegExp(`^latchkey_index_${name}{chain="${chainId}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  )
}

async function until(is: () => Promise<boolean>): Promise<void> {
  for (
    const end = Date.now() + 90_000;
    !(await is());
    await new Promise((resolve) => setTimeout(resolve, 10))
  ) {
    if (Date.now() > end) throw new Error('it has not come')
  }
}

const head = async (): Promise<number> => Number(await made.random.rpc('eth_blockNumber'))
const truth = (): Promise<Facts> => readFacts(made.devnet.url, made.devnet.addresses.weth)

async function expectTruth({ db }: Database): Promise<void> {
  expect(await indexFacts(db)).toEqual(await truth())
  const { nextBlock, blocks } = await indexEnd(db)
  expect(nextBlock).toBe((await head()) + 1)
  expect(blocks).toEqual(Array.from({ length: nextBlock as number }, (_, at) => at))
}

beforeAll(async () => {
  made.devnet = await startEvmDevnet()
  made.postgres = await startPostgres()
  made.random = await randomTransactions(made.devnet, 21)
  await made.random.send(300, 5)
  made.slow = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    await new Promise((resolve) => setTimeout(resolve, 60))
    const headers = { 'content-type': 'application/json' }
    try {
      const answer = await fetch(made.devnet.url, {
        method: 'POST',
        headers,
        body: Buffer.concat(chunks),
      })
      response.end(await answer.text())
    } catch {
      // Who asked was killed, and the node has ended since.
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => made.slow.listen(0, '127.0.0.1', resolve))
}, 120_000)
afterAll(async () => {
  for (const one of running) {
    await one.kill()
  }
  await new Promise((resolve) => made.slow?.close(resolve))
  await made.devnet?.stop()
  await made.postgres?.stop()
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('kill -9 of the gateway', () => {
  test('behavior: in the middle of indexing, twice, also beside new blocks: equals a fresh scan', async () => {
    const folder = makeFolder()
    const seen: number[] = []
    for (let round = 0; round < 2; round++) {
      const gateway = await start(folder)
      const before = seen.at(-1) ?? 0
      await until(async () => (await figure(gateway, 'next_block')) > before)
      await made.random.send(20, 5)
      seen.push(await figure(gateway, 'next_block'))
      await gateway.kill()
      expect(seen.at(-1)).toBeLessThanOrEqual(await head())
    }
    const last = await start(folder)
    await until(async () => (await figure(last, 'next_block')) > (await head()))
    await last.kill()
    const database = await openDatabase({ folder: join(folder, 'database') })
    await expectTruth(database)
    await database.close()
  }, 240_000)

  test('behavior: two replicas on one PostgreSQL, the writer killed while writing: the other goes on, no gap, nothing twice', async () => {
    const url = await made.postgres.createDatabase()
    const replicas = await Promise.all(
      [makeFolder(), makeFolder()].map((folder) => start(folder, { DATABASE_URL: url })),
    )
    const writers = async (): Promise<GatewayProcess[]> => {
      const are = await Promise.all(replicas.map((one) => figure(one, 'is_writer')))
      return replicas.filter((_, at) => are[at] === 1)
    }
    await until(async () => (await writers()).length > 0)
    const [writer, ...others] = await writers()
    expect(others).toEqual([])
    await until(async () => (await figure(writer as GatewayProcess, 'next_block')) > 10)
    await writer?.kill()
    const other = replicas.find((one) => one !== writer) as GatewayProcess
    const database = await openDatabase({ url })
    expect((await indexEnd(database.db)).nextBlock).toBeLessThanOrEqual(await head())
    await until(async () => (await figure(other, 'is_writer')) === 1)
    await until(async () => (await figure(other, 'next_block')) > (await head()))
    await expectTruth(database)
    await database.close()
    await other.kill()
  }, 240_000)
})

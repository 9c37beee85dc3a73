import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEvmDevnet } from '@latchkey/devnet'
import { count } from 'drizzle-orm'
import { configSchema } from '../src/base/config/schema.ts'
import { movements } from '../src/data/index-schema.ts'
import { openDatabase } from '../src/data/open-database.ts'
import { startIndex } from '../src/families/evm/index-chain/start-index.ts'
import { rpcNodes } from '../src/features/rpc/rpc-nodes.ts'
import { chainId } from '../src/test/make-gateway.ts'
import { randomTransactions } from '../src/test/random-transactions.ts'
import { startPostgres } from '../src/test/start-postgres.ts'

const rounds = 3
const transactions = 3_000
const blocksAtOnce = 8
const ahead = 3

export interface IndexSpeed {
  /** Transfers per second: indexed, and only fetched. */
  readonly indexed: number
  readonly fetched: number
  /** Median over the rounds of the ratio of the two. */
  readonly share: number
}

/**
 * Measures indexing a devnet of random transactions into either database, alternately with fetching
 * the same blocks, receipts and logs over plain HTTP.
 */
export async function indexSpeed(): Promise<Readonly<Record<'embedded' | 'postgres', IndexSpeed>>> {
  const devnet = await startEvmDevnet()
  const postgres = await startPostgres()
  try {
    const random = await randomTransactions(devnet, 1)
    await random.send(transactions)
    const head = Number(await random.rpc('eth_blockNumber'))
    const pairs: Record<'embedded' | 'postgres', Pair[]> = { embedded: [], postgres: [] }
    for (let round = 0; round < rounds; round++) {
      for (const kind of ['embedded', 'postgres'] as const) {
        const fetchMs = await fetchAll(devnet.url, head)
        const url = kind === 'postgres' ? await postgres.createDatabase() : undefined
        pairs[kind].push({ ...(await indexAll(devnet.url, head, url)), fetchMs })
      }
    }
    return { embedded: medianOf(pairs.embedded), postgres: medianOf(pairs.postgres) }
  } finally {
    await devnet.stop()
    await postgres.stop()
  }
}

interface Pair {
  readonly indexMs: number
  readonly fetchMs: number
  readonly transfers: number
}

function medianOf(pairs: readonly Pair[]): IndexSpeed {
  const median = pairs.toSorted((a, b) => a.fetchMs / a.indexMs - b.fetchMs / b.indexMs)[
    pairs.length >> 1
  ]
  if (!median) throw new Error('nothing was measured')
  const { indexMs, fetchMs, transfers } = median
  return {
    indexed: (transfers / indexMs) * 1_000,
    fetched: (transfers / fetchMs) * 1_000,
    share: fetchMs / indexMs,
  }
}

/** Logs are part of the receipts, so they are not requested separately. */
async function fetchAll(url: string, head: number): Promise<number> {
  const startedAt = performance.now()
  const state = { next: 0 }
  const fetchInTurn = async (): Promise<void> => {
    while (state.next <= head) {
      const from = state.next
      state.next += blocksAtOnce
      const numbers = Array.from(
        { length: Math.min(blocksAtOnce, head - from + 1) },
        (_, at) => from + at,
      )
      const calls = numbers.flatMap((number) => {
        const hex = `0x${number.toString(16)}`
        return [
          { jsonrpc: '2.0', id: number * 2, method: 'eth_getBlockByNumber', params: [hex, true] },
          { jsonrpc: '2.0', id: number * 2 + 1, method: 'eth_getBlockReceipts', params: [hex] },
        ]
      })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(calls) })
      if (((await answer.json()) as unknown[]).length !== calls.length)
        throw new Error('the node answered half')
    }
  }
  await Promise.all(Array.from({ length: ahead }, fetchInTurn))
  return performance.now() - startedAt
}

async function indexAll(
  url: string,
  head: number,
  databaseUrl: string | undefined,
): Promise<{ indexMs: number; transfers: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { folder: join(folder, 'database') },
  )
  try {
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = {
      id: chainId,
      name: 'Bench',
      nativeCurrency,
      rpcUrls: [url],
      index: { fromBlock: 0 },
    } as const
    const config = configSchema.parse({ chains: [chain] })
    const failed: string[] = []
    const log = {
      info: () => undefined,
      error: (fields: object) => void failed.push(JSON.stringify(fields)),
    }
    const startedAt = performance.now()
    const index = startIndex({ config, database, nodes: rpcNodes(config), log })
    while ((index.state(chainId)?.nextBlock ?? 0) <= head) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const indexMs = performance.now() - startedAt
    await index.stop()
    if (failed.length > 0) throw new Error(failed[0])
    const [row] = await database.db.select({ transfers: count() }).from(movements)
    return { indexMs, transfers: row?.transfers ?? 0 }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

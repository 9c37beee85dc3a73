import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../src/data/open-database.ts'
import {
  accountOf,
  benchChain,
  fillHistory,
  listedTokens,
  poolPrices,
} from '../src/test/fill-history.ts'
import { relayBeside } from '../src/test/relay-beside.ts'
import { startProcess } from '../src/test/start-process.ts'
import { quantileOf } from './times.ts'

const transfers = 300_000
const readers = 5
const token = 'operator-'.repeat(5)

interface Question {
  /** What the readers ask for, in the row's words. */
  readonly read: string
  readonly path: (round: number) => string
  /** So many times as long as alone a message may take. */
  readonly most: number
}

const questions: readonly Question[] = [
  {
    read: 'history',
    path: (round) =>
      `/v1/account/${accountOf(round)}/history?chainId=${benchChain}&currency=usd&projectId=bench`,
    most: 5,
  },
  // Their answers are 50 KB and more, which the thread of the relay writes.
  {
    read: 'the operator’s list of a thousand sites',
    path: () => '/operator/v1/projects',
    most: 12,
  },
  {
    read: 'the list of wallets',
    path: (round) => `/getWallets?projectId=bench&entries=100&page=${1 + (round % 6)}`,
    most: 12,
  },
]

/**
 * Milliseconds of a message between two clients through the relay of a gateway with the embedded
 * database, alone and beside readers of history.
 */
export async function relayBesideReaders() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  await prepareFolder(folder)
  const gateway = await startProcess(folder, { LATCHKEY_OPERATOR_TOKEN: token })
  try {
    const measured: Measured[] = []
    for (const { read, path, most } of questions) {
      const headers = { authorization: `Bearer ${token}` }
      const times = await relayBeside(
        gateway.url,
        { count: readers, path, headers },
        { rounds: 4, windowMs: 2_500 },
      )
      const { alone, beside, answers } = times
      measured.push({ read, most, alone: spreadOf(alone), beside: spreadOf(beside), answers })
    }
    return { figures: { transfers, readers, measured }, rows: measured.map(rowOf) }
  } finally {
    await gateway.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured extends Pick<Question, 'read' | 'most'> {
  readonly alone: Spread
  readonly beside: Spread
  /** How many questions the readers had answered meanwhile. */
  readonly answers: number
}

function rowOf({ read, most, alone, beside }: Measured) {
  const share = beside.p50 / alone.p50
  const each = `p50 ${alone.p50.toFixed(1)} → ${beside.p50.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} → ${beside.p95.toFixed(1)} ms`
  return {
    what: `a message through the relay beside ${readers} readers of ${read} on the embedded database, against alone in the same run (${each})`,
    ours: `${share.toFixed(1)} ×`,
    budget: `≤ ${most} ×`,
    isGood: share <= most,
  }
}

function spreadOf(times: readonly number[]): Spread {
  return { p50: quantileOf(times, 0.5), p95: quantileOf(times, 0.95) }
}

interface Spread {
  readonly p50: number
  readonly p95: number
}

async function prepareFolder(folder: string): Promise<void> {
  const database = await openDatabase({ folder: join(folder, 'database') })
  await fillHistory(database.db, transfers)
  await database.db.execute(
    sql`insert into projects (id, source) select 'site-' || n, 'dashboard' from generate_series(1, 990) n`,
  )
  await database.db.execute(
    sql`insert into origins (project_id, origin) select 'site-' || n, 'https://' || m || '.example' from generate_series(1, 990) n, generate_series(1, 5) m`,
  )
  await database.close()
  const rateLimit = { capacity: 1e9, refillPerSecond: 1e9 }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = {
    id: benchChain,
    name: 'Bench',
    rpcUrls: ['http://127.0.0.1:1'],
    index: {},
    nativeCurrency,
  }
  const limits = { rateLimit, projectRateLimit: rateLimit, projects: [{ id: 'bench' }] }
  const config = { chains: [chain], tokens: listedTokens, prices: poolPrices, ...limits }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
}

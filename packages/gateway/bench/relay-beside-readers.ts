import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const most = 5

/**
 * Milliseconds of a message between two clients
 * through the relay of a gateway with the embedded database, alone and beside readers of history.
 */
export async function relayBesideReaders() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  await prepareFolder(folder)
  const gateway = await startProcess(folder)
  try {
    const pathOf = (round: number): string =>
      `/v1/account/${accountOf(round)}/history?chainId=${benchChain}&currency=usd&projectId=bench`
    const times = await relayBeside(
      gateway.url,
      { count: readers, path: pathOf },
      { rounds: 4, windowMs: 2_500 },
    )
    const [alone, beside] = [times.alone, times.beside].map((list) => ({
      p50: quantileOf(list, 0.5),
      p95: quantileOf(list, 0.95),
    })) as [Spread, Spread]
    const share = beside.p50 / alone.p50
    const each = `p50 ${alone.p50.toFixed(1)} → ${beside.p50.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} → ${beside.p95.toFixed(1)} ms`
    return {
      figures: { transfers, readers, alone, beside, pages: times.answers },
      rows: [
        {
          what: `a message through the relay beside ${readers} readers of history on the embedded database, against alone in the same run (${each})`,
          ours: `${share.toFixed(1)} ×`,
          budget: `≤ ${most} ×`,
          isGood: share <= most,
        },
      ],
    }
  } finally {
    await gateway.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Spread {
  readonly p50: number
  readonly p95: number
}

async function prepareFolder(folder: string): Promise<void> {
  const database = await openDatabase({ folder: join(folder, 'database') })
  await fillHistory(database.db, transfers)
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

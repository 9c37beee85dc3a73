import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  benchChain,
  fillHistory,
  listedTokens,
  poolPrices,
} from '../../test/fill-history.ts'
import { relayBeside } from '../../test/relay-beside.ts'
import { type GatewayProcess, startProcess } from '../../test/start-process.ts'
import { openDatabase } from '../open-database.ts'

/**
 * So many times as long as alone, at most, is the middle one of the messages beside readers. It is
 * three times here with the database in its own thread; in the process's own it was 30 times beside
 * readers of history, 240 times beside those of the list, since a message then waits for the
 * statements of all readers.
 */
const most = 12
const readers = 5
/** Enough of them for each account that its page is full. */
const [transfers, accounts] = [60_000, 300]
const token = 'operator-'.repeat(5)
const folder = mkdtempSync(join(tmpdir(), 'latchkey-beside-'))
const made: { gateway?: GatewayProcess } = {}

beforeAll(async () => {
  const database = await openDatabase({ folder: join(folder, 'database') })
  await fillHistory(database.db, transfers, accounts)
  await database.db.execute(
    sql`insert into projects (id, source) select 'site-' || n, 'dashboard' from generate_series(1, 990) n`,
  )
  await database.db.execute(
    sql`insert into origins (project_id, origin) select 'site-' || n, 'https://' || m || '.example' from generate_series(1, 990) n, generate_series(1, 5) m`,
  )
  await database.close()
  const rateLimit = { capacity: 1e9, refillPerSecond: 1e9 }
  const chain = {
    id: benchChain,
    name: 'Test',
    rpcUrls: ['http://127.0.0.1:1'],
    index: {},
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const limits = { rateLimit, projectRateLimit: rateLimit, projects: [{ id: 'shop' }] }
  const config = { chains: [chain], tokens: listedTokens, prices: poolPrices, ...limits }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  made.gateway = await startProcess(folder, { LATCHKEY_OPERATOR_TOKEN: token })
})
afterAll(async () => {
  await made.gateway?.kill()
  rmSync(folder, { recursive: true, force: true })
})

describe('a message through the relay of a gateway on the embedded database', () => {
  test.each([
    [
      'a page of an account’s history',
      (round: number) =>
        `/v1/account/${accountOf(round, accounts)}/history?chainId=${benchChain}&currency=usd&projectId=shop`,
    ],
    ['the operator’s list of a thousand sites', () => '/operator/v1/projects'],
    [
      'the list of wallets',
      (round: number) => `/getWallets?projectId=shop&entries=100&page=${1 + (round % 6)}`,
    ],
  ])(
    'behavior: waits for no statement of five who read %s',
    async (_, path) => {
      const { alone, beside, answers } = await relayBeside(
        made.gateway?.url ?? '',
        { count: readers, path, headers: { authorization: `Bearer ${token}` } },
        { rounds: 3, windowMs: 1_000 },
      )
      // They did read, and messages were sent meanwhile.
      expect(answers).toBeGreaterThan(2 * readers)
      expect(alone.length).toBeGreaterThan(20)
      expect(beside.length).toBeGreaterThan(2)
      expect(middle(beside) / middle(alone)).toBeLessThan(most)
    },
    60_000,
  )
})

function middle(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}

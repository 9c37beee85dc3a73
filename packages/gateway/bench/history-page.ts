import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { configSchema } from '../src/config/schema.ts'
import { openDatabase } from '../src/data/open-database.ts'
import type { Sql } from '../src/data/sql.ts'
import { history } from '../src/history/history.ts'
import { nftItems } from '../src/history/nft-items.ts'
import { startPrices } from '../src/prices/start-prices.ts'
import { chainTokens } from '../src/providers/chain-tokens.ts'
import type { NodePort } from '../src/providers/node-port.ts'

const chain = 'eip155:31337'
const transfers = 1_000_000
const accounts = 2_000
const rounds = 200
const pageSize = 50
/** Another one each round: nothing of the page before helps. */
const accountOf = (round: number): Hex => `0x${(round % accounts).toString(16).padStart(40, '0')}`
const priced = `${chain}/erc20:0x${'1'.repeat(40)}` as const

/** Median milliseconds of one page of 50 from an index of a million transfers in PGlite, beside the bare rows of it. */
export async function historyPage() {
  const database = await openDatabase()
  try {
    await fill(database.db)
    const read = reader(database.db)
    const bare = (round: number) => bareRows(database.db, accountOf(round))
    const [items, rows] = [await read(0), await bare(0)]
    if (items.length !== pageSize || rows.length !== items.flatMap(({ transfers: list }) => list ?? []).length)
      throw new Error(`the page has ${items.length} transactions, the bare query ${rows.length} rows`)
    const rowsOnly = reader(database.db, false)
    const times: { read: number[]; rows: number[]; bare: number[] } = { read: [], rows: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      times.bare.push(await spent(() => bare(round)))
      times.rows.push(await spent(() => rowsOnly(round)))
      times.read.push(await spent(() => read(round)))
    }
    const [page, same, floor] = [median(times.read), median(times.rows), median(times.bare)]
    return {
      figures: {
        transfers,
        pageSize,
        database: 'PGlite in memory',
        pageMs: page,
        withoutPricesMs: same,
        bareMs: floor,
      },
      rows: [
        {
          what: `one page of ${pageSize} from an index of a million transfers (PGlite), classified, with names and values, another account each time`,
          ours: `${page.toFixed(1)} ms`,
          budget: '≤ 20 ms',
          isGood: page <= 20,
        },
        {
          what: `the same without past prices, which are rows of another table, against the bare SQL of its rows (${floor.toFixed(1)} ms) in the same run`,
          ours: `${(same / floor).toFixed(2)} ×`,
          budget: '≤ 2 ×',
          isGood: same <= 2 * floor,
        },
      ],
    }
  } finally {
    await database.close()
  }
}

/** Each transaction is of one account and moves two tokens, one of them listed and with a price that was recorded. */
async function fill(db: Sql): Promise<void> {
  const count = transfers / 2
  const own = sql.raw(`decode(lpad(to_hex(n % ${accounts}), 40, '0'), 'hex')`)
  const peer = sql.raw(`decode(lpad(to_hex(n), 40, 'f'), 'hex')`)
  const token = sql.raw(`decode(repeat(case m when 0 then '1' else '2' end, 40), 'hex')`)
  await db.execute(sql`insert into transactions (chain, block, place, hash, "from", "to", nonce, value, fee, is_success, selector, mined_at)
    select ${chain}, n / 20, n % 20, sha256(int4send(n)), ${own}, ${peer}, n / ${accounts}, 0, 21000000000000, true, '\\xa9059cbb',
      '2026-01-01'::timestamptz + n / 20 * '1 second'::interval from generate_series(0, ${count - 1}) n`)
  await db.execute(sql`insert into movements (chain, block, place, position, part, kind, token, amount, "from", "to")
    select ${chain}, n / 20, n % 20, m, 0, 'erc20', ${token}, n * 1000 + 1,
      case m when 0 then ${own} else ${peer} end, case m when 0 then ${peer} else ${own} end
    from generate_series(0, ${count - 1}) n, generate_series(0, 1) m`)
  await db.execute(sql`insert into account_transactions (account, chain, block, place)
    select ${own}, ${chain}, n / 20, n % 20 from generate_series(0, ${count - 1}) n`)
  await db.execute(sql`insert into price_points (asset, at, source, usd)
    select ${priced}, '2026-01-01'::timestamptz + n * '10 minutes'::interval, 'pool', 2500 from generate_series(0, 100) n`)
  await db.execute(sql`analyze`)
}

/** The page as the route reads it: everything but HTTP and JSON. */
function reader(db: Sql, hasPrices = true) {
  const config = configSchema.parse({
    chains: [
      {
        ...{ id: chain, name: 'Bench', rpcUrls: ['http://127.0.0.1:1'], index: {} },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    prices: { pools: [{ chain, address: `0x${'3'.repeat(40)}`, asset: priced, against: `${chain}/slip44:60` }] },
    tokens: ['1', '2'].map((digit) => ({
      id: `${chain}/erc20:0x${digit.repeat(40)}`,
      name: 'T',
      symbol: 'T',
      decimals: 18,
    })),
  })
  const nodes: NodePort = { ask: async () => Promise.reject(new Error('the bench has no node')) }
  const last = transfers / 2 / 20
  const port = history({
    config,
    db,
    index: {
      want: () => undefined,
      state: () => ({ firstBlock: 0, nextBlock: last, headBlock: last, isWriter: true }),
    },
    tokens: chainTokens(config, db, nodes),
    prices: !hasPrices ? { past: async () => [] } : startPrices({ config, db, nodes, log: { error: () => undefined } }),
    nfts: nftItems({
      ...{ db, nodes, ipfsGateway: undefined },
      images: { load: async () => Promise.reject(new Error('the bench has no images')) },
      fetchPublic: async () => Promise.reject(new Error('the bench has no web')),
    }),
    upstreams: [],
  })
  return async (round: number) =>
    (await port.read({ account: accountOf(round), chains: [chain], limit: pageSize, currency: 'usd' })).items
}

/** The rows of the page and nothing else, as a hand would write it. */
async function bareRows(db: Sql, account: Hex): Promise<readonly unknown[]> {
  const own = sql`decode(${account.slice(2)}, 'hex')`
  const { rows } = (await db.execute(sql`
    select t.*, m.* from (
      select chain, block, place from account_transactions where account = ${own} and chain = ${chain}
      order by block desc, place desc limit ${pageSize}
    ) a
    join transactions t using (chain, block, place)
    join movements m using (chain, block, place)
    where m."from" = ${own} or m."to" = ${own}
    order by t.block desc, t.place desc, m.position`)) as { rows: unknown[] }
  return rows
}

async function spent(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number
}

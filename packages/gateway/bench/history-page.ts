import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { configSchema } from '../src/base/config/schema.ts'
import { openDatabase } from '../src/data/open-database.ts'
import type { Sql } from '../src/data/sql.ts'
import { history } from '../src/families/evm/history/history.ts'
import { nftItems } from '../src/families/evm/history/nft-items.ts'
import { chainTokens } from '../src/families/evm/tokens/chain-tokens.ts'
import { startPrices } from '../src/features/prices/start-prices.ts'
import type { NodePort } from '../src/ports/node-port.ts'
import {
  accountOf,
  benchChain as chain,
  fillHistory,
  lastBlock,
  listedTokens,
  poolPrices,
} from '../src/test/fill-history.ts'

const transfers = 1_000_000
const rounds = 200
const pageSize = 50

/**
 * Median milliseconds of a history page with 50 transactions from an index of a million transfers
 * in PGlite, beside the plain SQL of its rows.
 */
export async function historyPage() {
  const database = await openDatabase()
  try {
    await fillHistory(database.db, transfers)
    const read = makeReader(database.db)
    const readBareRows = (round: number) => bareRows(database.db, accountOf(round))
    const [items, rows] = [await read(0), await readBareRows(0)]
    if (
      items.length !== pageSize ||
      rows.length !== items.flatMap(({ transfers: list }) => list ?? []).length
    )
      throw new Error(
        `the page has ${items.length} transactions, the bare query ${rows.length} rows`,
      )
    const rowsOnly = makeReader(database.db, false)
    const times: { read: number[]; rows: number[]; bare: number[] } = {
      read: [],
      rows: [],
      bare: [],
    }
    for (let round = 0; round < rounds; round++) {
      times.bare.push(await timeSpent(() => readBareRows(round)))
      times.rows.push(await timeSpent(() => rowsOnly(round)))
      times.read.push(await timeSpent(() => read(round)))
    }
    const [page, same, floor] = [medianOf(times.read), medianOf(times.rows), medianOf(times.bare)]
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
          what: `that page without past prices, which are rows of another table, against the bare SQL of its rows (${floor.toFixed(1)} ms) in the same run`,
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

/** Reads the page like the route, without HTTP and JSON. */
function makeReader(db: Sql, hasPrices = true) {
  const config = configSchema.parse({
    chains: [
      {
        id: chain,
        name: 'Bench',
        rpcUrls: ['http://127.0.0.1:1'],
        index: {},
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    prices: poolPrices,
    tokens: listedTokens,
  })
  const nodes: NodePort = { ask: async () => Promise.reject(new Error('the bench has no node')) }
  const last = lastBlock(transfers)
  const port = history({
    config,
    db,
    index: {
      want: () => undefined,
      state: () => ({ firstBlock: 0, nextBlock: last, headBlock: last, isWriter: true }),
    },
    tokens: chainTokens(config, db, nodes),
    prices: !hasPrices
      ? { past: async () => [] }
      : startPrices({ config, db, nodes, log: { error: () => undefined } }),
    nfts: nftItems({
      db,
      nodes,
      ipfsGateway: undefined,
      images: { load: async () => Promise.reject(new Error('the bench has no images')) },
      fetchPublic: async () => Promise.reject(new Error('the bench has no web')),
    }),
    upstreams: [],
  })
  return async (round: number) =>
    (
      await port.read({
        account: accountOf(round),
        chains: [chain],
        limit: pageSize,
        currency: 'usd',
      })
    ).items
}

/** Reads only the rows of the page with hand-written SQL. */
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

async function timeSpent(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

function medianOf(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number
}

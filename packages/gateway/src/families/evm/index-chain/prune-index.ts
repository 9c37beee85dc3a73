import type { ChainId } from '@latchkey/protocol'
import { type SQL, sql } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'

/**
 * The index tables that grow with the chain; a table comes before the tables to which its rows
 * refer.
 */
const tables = ['movements', 'approvals', 'account_transactions', 'transactions'] as const
/** When the tables exceed `maxBytes`, rows are deleted until this share of `maxBytes` is in use. */
const keptByteShare = 0.8
/** Number of transactions deleted per statement; it is limited so that no statement runs long. */
const transactionsPerStep = 20_000

export interface PruneResult {
  /** Which share of `maxBytes` is in use after the pruning. */
  readonly filled: number
  /** First block that remains in the index; undefined when nothing was deleted. */
  readonly firstBlock?: number
}

/**
 * Deletes the chain's oldest blocks when the index tables exceed `maxBytes`; the newest `finality`
 * blocks always remain. Deleting rows does not shrink the table files but lets new rows reuse the
 * space, so the used size is estimated from the rows too.
 * @param maxBytes - maximum size of the tables and their database indexes
 */
export async function pruneIndex(
  db: Sql,
  chain: ChainId,
  limits: { readonly maxBytes: number; readonly finality: number },
): Promise<PruneResult> {
  const { maxBytes, finality } = limits
  const [files] = await readRows<{ bytes: string }>(
    db,
    sql`select (${sql.raw(tables.map((table) => `pg_total_relation_size('${table}')`).join(' + '))})::text as bytes`,
  )
  const diskBytes = Number(files?.bytes ?? 0)
  if (diskBytes <= maxBytes) return { filled: diskBytes / maxBytes }
  const usedBytes = await liveBytes(db)
  if (usedBytes <= maxBytes) return { filled: usedBytes / maxBytes }
  const fromChain = sql`from transactions where chain = ${chain}`
  const [counted] = await readRows<{ count: string }>(
    db,
    sql`select count(*)::text as count ${fromChain}`,
  )
  const state = {
    left: Math.floor(Number(counted?.count ?? 0) * (1 - (keptByteShare * maxBytes) / usedBytes)),
    firstBlock: -1,
  }
  while (state.left > 0) {
    const offset = Math.min(transactionsPerStep, state.left)
    const [row] = await readRows<{ block: string; most: string }>(
      db,
      sql`select block::text, (select next_block - ${finality} from followed_chains where chain = ${chain})::text as most
        ${fromChain} order by block offset ${offset} limit 1`,
    )
    const cutBlock = Math.min(Number(row?.block ?? 0), Number(row?.most ?? 0))
    if (cutBlock <= state.firstBlock || cutBlock <= 0) break
    await deleteBefore(db, chain, cutBlock)
    state.firstBlock = cutBlock
    state.left -= offset
  }
  if (state.firstBlock < 0) return { filled: usedBytes / maxBytes }
  await forgetTokens(db, chain)
  for (const table of tables) {
    const name = sql.identifier(table)
    // Vacuum must not shrink the table files: the indexes would keep their old size, the estimate
    // of a row's size would become too large, and the next pruning would delete too much.
    await db.execute(sql`alter table ${name} set (vacuum_truncate = false)`).catch(() => undefined)
    // The table is vacuumed here, because the embedded database never does it by itself and
    // PostgreSQL only at some later time.
    await db.execute(sql`vacuum ${name}`).catch(() => undefined)
  }
  return { filled: keptByteShare, firstBlock: state.firstBlock }
}

async function deleteBefore(db: Sql, chain: ChainId, block: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update followed_chains set first_block = greatest(first_block, ${block}), updated_at = now()
      where chain = ${chain}`)
    // All searches for accounts' pasts on the chain end here, so that none reads the deleted blocks
    // again. The past of an account whose search was still above these blocks stays incomplete.
    await tx.execute(
      sql`update backfills set is_done = true, down_to = greatest(down_to, ${block}) where chain = ${chain}`,
    )
    for (const table of tables) {
      await tx.execute(
        sql`delete from ${sql.identifier(table)} where chain = ${chain} and block < ${block}`,
      )
    }
  })
}

/**
 * Deletes the tokens of accounts that no remaining block mentions. Accounts whose past was searched
 * keep their tokens, because that search is not repeated.
 */
async function forgetTokens(db: Sql, chain: ChainId): Promise<void> {
  await db.execute(sql`delete from account_tokens o where o.chain = ${chain}
    and not exists (select 1 from account_transactions t where t.account = o.account and t.chain = o.chain)
    and not exists (select 1 from backfills b where b.account = o.account and b.chain = o.chain)`)
}

/**
 * Estimates the bytes of all index rows from the average size of a sample, plus a proportional
 * share of the database indexes.
 */
async function liveBytes(db: Sql): Promise<number> {
  const tableBytes = await Promise.all(
    tables.map(async (table) => {
      const name = sql.identifier(table)
      const [row] = await readRows<{ bytes: string | null }>(
        db,
        sql`select (count(*) * (select avg(pg_column_size(t.*)) + 4 from (select * from ${name} limit 1000) t)
          * pg_total_relation_size(${table}::text::regclass) / greatest(pg_relation_size(${table}::text::regclass), 8192))::text as bytes from ${name}`,
      )
      return Number(row?.bytes ?? 0)
    }),
  )
  return tableBytes.reduce((sum, bytes) => sum + bytes, 0)
}

async function readRows<Row>(db: Sql, query: SQL): Promise<readonly Row[]> {
  const result = (await db.execute(query)) as unknown as { readonly rows: readonly Row[] }
  return result.rows
}

import type { ChainId } from '@latchkey/protocol'
import { type SQL, sql } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'

/** Tables that grow with the chain, by what hangs on what. */
const tables = ['movements', 'approvals', 'account_transactions', 'transactions'] as const
/** Full is more than `maxBytes`; then this share of it stays. */
const keptShare = 0.8
/** Transactions deleted at once: no statement may run for long. */
const atOnce = 20_000

export interface PruneResult {
  /** Share of `maxBytes` that is in use. */
  readonly filled: number
  /** First block that stays; undefined where nothing went. */
  readonly firstBlock?: number
}

/**
 * Takes the chain's oldest blocks out when the tables of the index together are larger than
 * `maxBytes`; the newest `finality` blocks always stay. Room in the files is used again, which they
 * do not give back: so rows count, not files alone.
 * @param maxBytes - indexes included
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
  const onDisk = Number(files?.bytes ?? 0)
  if (onDisk <= maxBytes) return { filled: onDisk / maxBytes }
  const live = await liveBytes(db)
  if (live <= maxBytes) return { filled: live / maxBytes }
  const ofChain = sql`from transactions where chain = ${chain}`
  const [counted] = await readRows<{ count: string }>(
    db,
    sql`select count(*)::text as count ${ofChain}`,
  )
  const state = {
    left: Math.floor(Number(counted?.count ?? 0) * (1 - (keptShare * maxBytes) / live)),
    firstBlock: -1,
  }
  while (state.left > 0) {
    const offset = Math.min(atOnce, state.left)
    const [row] = await readRows<{ block: string; most: string }>(
      db,
      sql`select block::text, (select next_block - ${finality} from followed_chains where chain = ${chain})::text as most
        ${ofChain} order by block offset ${offset} limit 1`,
    )
    const cut = Math.min(Number(row?.block ?? 0), Number(row?.most ?? 0))
    if (cut <= state.firstBlock || cut <= 0) break
    await cutBefore(db, chain, cut)
    state.firstBlock = cut
    state.left -= offset
  }
  if (state.firstBlock < 0) return { filled: live / maxBytes }
  await forgetTokens(db, chain)
  for (const table of tables) {
    const name = sql.identifier(table)
    // A file cut at its end, beside indexes that stay as large, would make rows look wider than
    // they are: too much would go next.
    await db.execute(sql`alter table ${name} set (vacuum_truncate = false)`).catch(() => undefined)
    // PostgreSQL does this by itself when it comes to it; the embedded one never.
    await db.execute(sql`vacuum ${name}`).catch(() => undefined)
  }
  return { filled: keptShare, firstBlock: state.firstBlock }
}

async function cutBefore(db: Sql, chain: ChainId, block: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update followed_chains set first_block = greatest(first_block, ${block}), updated_at = now()
      where chain = ${chain}`)
    // What was looked for beyond is gone, and is not fetched again only to be thrown away.
    await tx.execute(
      sql`update backfills set is_done = true, down_to = ${block} where chain = ${chain}`,
    )
    for (const table of tables) {
      await tx.execute(
        sql`delete from ${sql.identifier(table)} where chain = ${chain} and block < ${block}`,
      )
    }
  })
}

/**
 * Tokens of accounts that are in no block that is left. Accounts that somebody looked back for keep
 * theirs: nobody would look again.
 */
async function forgetTokens(db: Sql, chain: ChainId): Promise<void> {
  await db.execute(sql`delete from account_tokens o where o.chain = ${chain}
    and not exists (select 1 from account_transactions t where t.account = o.account and t.chain = o.chain)
    and not exists (select 1 from backfills b where b.account = o.account and b.chain = o.chain)`)
}

/** Rows, as wide as a few of them are, with the indexes' share. */
async function liveBytes(db: Sql): Promise<number> {
  const parts = await Promise.all(
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
  return parts.reduce((sum, bytes) => sum + bytes, 0)
}

async function readRows<Row>(db: Sql, query: SQL): Promise<readonly Row[]> {
  const result = (await db.execute(query)) as unknown as { readonly rows: readonly Row[] }
  return result.rows
}

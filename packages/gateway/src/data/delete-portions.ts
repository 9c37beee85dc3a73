import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Sql } from './sql.ts'

const atOnce = 10_000

/**
 * Deletes the rows of a table that match `where` in small portions, so that other statements wait
 * only briefly. A signal stops it between two portions.
 * @returns rows deleted
 */
export async function deletePortions(
  db: Sql,
  table: PgTable,
  where: SQL,
  signal?: AbortSignal,
): Promise<number> {
  let gone = 0
  let last: number
  do {
    const old = db.select({ place: sql`ctid` }).from(table).where(where).limit(atOnce)
    const removed = await db.delete(table).where(sql`ctid in (${old})`).returning({ one: sql`1` })
    last = removed.length
    gone += last
  } while (last === atOnce && !signal?.aborted)
  return gone
}

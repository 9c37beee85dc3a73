import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Sql } from './sql.ts'

const portionSize = 10_000

/**
 * Deletes the rows of a table that match `condition` in small portions, so that other statements
 * wait only briefly. A signal stops it between two portions.
 * @returns rows deleted
 */
export async function deletePortions(
  db: Sql,
  table: PgTable,
  condition: SQL,
  signal?: AbortSignal,
): Promise<number> {
  let deletedCount = 0
  let lastCount: number
  do {
    const oldRows = db.select({ place: sql`ctid` }).from(table).where(condition).limit(portionSize)
    const removedRows = await db
      .delete(table)
      .where(sql`ctid in (${oldRows})`)
      .returning({ one: sql`1` })
    lastCount = removedRows.length
    deletedCount += lastCount
  } while (lastCount === portionSize && !signal?.aborted)
  return deletedCount
}

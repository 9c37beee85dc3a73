import { lt, sql } from 'drizzle-orm'
import { events, visits } from '../data/analytics-schema.ts'
import type { Sql } from '../data/sql.ts'

const atOnce = 10_000

/**
 * Forgets events and visits from before `before`, in portions, so that nobody waits long; counts stay. A signal ends it between two portions.
 * @returns how many events went
 */
export async function sweepEvents(db: Sql, before: Date, signal?: AbortSignal): Promise<number> {
  let gone = 0
  for (const [table, at] of [
    [events, events.at],
    [visits, visits.startedAt],
  ] as const) {
    let last: number
    do {
      const old = db.select({ place: sql`ctid` }).from(table).where(lt(at, before)).limit(atOnce)
      const removed = await db.delete(table).where(sql`ctid in (${old})`).returning({ id: table.id })
      last = removed.length
      if (table === events) gone += last
    } while (last === atOnce && !signal?.aborted)
  }
  return gone
}

import { lt, sql } from 'drizzle-orm'
import { eventCounts, visitCounts } from '../../data/analytics-schema.ts'
import { deletePortions } from '../../data/delete-portions.ts'
import { eventDays } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'

/**
 * Condition for hourly counts that may be deleted: those of days that are summed and therefore read
 * from `event_days` only. Those of the newest summed day are kept, because a concurrent reader may
 * still read them by the hour.
 */
const isSummed = sql`${eventCounts.hour} < (select max(${eventDays.day}) - interval '1 day' from ${eventDays}
  where ${eventDays.projectId} = ${eventCounts.projectId} and ${eventDays.event} = '' and ${eventDays.dimension} = '')`

/**
 * Deletes hourly counts after their days are summed, and daily sums before `cutoff`.
 * @returns rows deleted
 */
export async function sweepCounts(db: Sql, cutoff: Date, signal?: AbortSignal): Promise<number> {
  const deletedCounts = [
    await deletePortions(db, eventCounts, isSummed, signal),
    await deletePortions(db, eventDays, lt(eventDays.day, cutoff), signal),
    await deletePortions(db, visitCounts, lt(visitCounts.day, cutoff), signal),
  ]
  return deletedCounts.reduce((sum, count) => sum + count, 0)
}

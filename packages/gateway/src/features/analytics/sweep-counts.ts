import { lt, sql } from 'drizzle-orm'
import { eventCounts, visitCounts } from '../../data/analytics-schema.ts'
import { deletePortions } from '../../data/delete-portions.ts'
import { eventDays } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'

/**
 * Counts of a day that is summed are read from `event_days` alone; who read just before the last
 * sum still finds its hours.
 */
const isSummed = sql`${eventCounts.hour} < (select max(${eventDays.day}) - interval '1 day' from ${eventDays}
  where ${eventDays.projectId} = ${eventCounts.projectId} and ${eventDays.event} = '' and ${eventDays.dimension} = '')`

/**
 * Forgets counts by the hour once their days are summed, and sums of days from before `before`.
 * @returns how many rows went
 */
export async function sweepCounts(db: Sql, before: Date, signal?: AbortSignal): Promise<number> {
  const gone = [
    await deletePortions(db, eventCounts, isSummed, signal),
    await deletePortions(db, eventDays, lt(eventDays.day, before), signal),
    await deletePortions(db, visitCounts, lt(visitCounts.day, before), signal),
  ]
  return gone.reduce((sum, count) => sum + count, 0)
}

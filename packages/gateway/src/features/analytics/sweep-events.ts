import { lt } from 'drizzle-orm'
import { events, visits } from '../../data/analytics-schema.ts'
import { deletePortions } from '../../data/delete-portions.ts'
import type { Sql } from '../../data/sql.ts'

/**
 * Deletes events and visits before `cutoff`; counts stay.
 * @returns events deleted
 */
export async function sweepEvents(db: Sql, cutoff: Date, signal?: AbortSignal): Promise<number> {
  const deletedCount = await deletePortions(db, events, lt(events.at, cutoff), signal)
  await deletePortions(db, visits, lt(visits.startedAt, cutoff), signal)
  return deletedCount
}

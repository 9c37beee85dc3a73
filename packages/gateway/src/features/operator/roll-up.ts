import { sql } from 'drizzle-orm'
import { eventCounts } from '../../data/analytics-schema.ts'
import { eventDays } from '../../data/operator-schema.ts'
import { projects } from '../../data/schema.ts'
import type { Database, Sql } from '../../data/sql.ts'
import { completeUntil, queryRows, sumByDimension } from './read-counts.ts'
import { dayMs, floorToUnit } from './time-range.ts'

const rollUpIntervalMs = 600_000
/**
 * Milliseconds that pass after midnight (UTC) until the day that has ended is summed, because its
 * last events may be written a little later.
 */
const lateEventMs = 600_000
/** Number of days that are summed per database transaction. */
const daysAtOnce = 3

/**
 * Sums the event counts of finished days (UTC) into `event_days`, up to the last finished day.
 * @param now - milliseconds since the epoch
 */
export async function rollUp(db: Sql, now: number, signal?: AbortSignal): Promise<void> {
  const rollUpEnd = floorToUnit(now - lateEventMs, dayMs)
  for (const { id } of await db.select({ id: projects.id }).from(projects)) {
    let rangeStart = (await completeUntil(db, id)) ?? (await findFirstDay(db, id)) ?? rollUpEnd
    while (rangeStart < rollUpEnd && !signal?.aborted) {
      const rangeEnd = Math.min(rollUpEnd, rangeStart + daysAtOnce * dayMs)
      await rollUpDays(db, id, rangeStart, rangeEnd)
      rangeStart = rangeEnd
    }
  }
}

async function findFirstDay(db: Sql, projectId: string): Promise<number | undefined> {
  const [row] = await queryRows<{ at: number | null }>(
    db,
    sql`select extract(epoch from min(hour))::float8 as at from ${eventCounts} where project_id = ${projectId}`,
  )
  return row?.at == null ? undefined : floorToUnit(row.at * 1_000, dayMs)
}

async function rollUpDays(db: Sql, projectId: string, from: number, to: number): Promise<void> {
  const [first, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const lastDay = new Date(to - dayMs).toISOString()
  await db.transaction(async (tx) => {
    const dimensionSums = sumByDimension(
      sql`project_id = ${projectId} and hour >= ${first}::timestamptz and hour < ${end}::timestamptz`,
    )
    await tx.execute(sql`insert into ${eventDays} (project_id, day, event, dimension, value, count)
      select ${projectId}, day, event, dimension, value, count::bigint from (${dimensionSums}) as sums
      on conflict (project_id, day, event, dimension, value) do update set count = excluded.count`)
    await tx.execute(sql`insert into ${eventDays} (project_id, day, event, dimension, value, count)
      select project_id, hour, event, 'hour', code, sum(count) from ${eventCounts}
      where project_id = ${projectId} and hour >= ${first}::timestamptz and hour < ${end}::timestamptz
      group by 1, 2, 3, 5
      on conflict (project_id, day, event, dimension, value) do update set count = excluded.count`)
    await tx.execute(
      sql`delete from ${eventDays} where project_id = ${projectId} and event = '' and dimension = '' and value = ''`,
    )
    await tx.execute(sql`insert into ${eventDays} (project_id, day, event, dimension, value, count)
      values (${projectId}, ${lastDay}::timestamptz, '', '', '', 0)`)
  })
}

/**
 * Sums finished days into `event_days` at start and every ten minutes, in one of all processes that
 * share the database.
 */
export function startRollUp(
  { db, tryLock }: Pick<Database, 'db' | 'tryLock'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopController = new AbortController()
  const rollUpOnce = async (): Promise<void> => {
    const lock = await tryLock('event-days')
    if (!lock) return
    try {
      await rollUp(db, Date.now(), AbortSignal.any([stopController.signal, lock.signal]))
    } finally {
      await lock.release()
    }
  }
  const state = { running: Promise.resolve() }
  const beginRollUp = (): void => {
    state.running = state.running.then(rollUpOnce).catch((error) => {
      if (!stopController.signal.aborted) onError(error)
    })
  }
  beginRollUp()
  const timer = setInterval(beginRollUp, rollUpIntervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopController.abort()
    await state.running
  }
}

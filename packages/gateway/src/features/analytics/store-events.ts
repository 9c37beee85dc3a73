import { and, eq, inArray, sql } from 'drizzle-orm'
import { eventCounts, events, visitCounts, visits } from '../../data/analytics-schema.ts'
import type { Sql } from '../../data/sql.ts'
import type { TailEvent } from '../../ports/analytics-port.ts'
import type { ReadEvent } from './read-event.ts'
import { type CountKey, readFunnelStep, toCountKey } from './to-count-key.ts'

export type NewEvent = Omit<ReadEvent, 'address'> &
  Pick<TailEvent, 'at' | 'accountHash' | 'address'>

type Transaction = Pick<Sql, 'insert' | 'select'>

/**
 * Stores new events of one project and their counts in one database transaction. Rows are always
 * locked in the same order, so two writers cannot deadlock.
 * @returns the new events, in the given order
 */
export async function storeEvents(
  db: Sql,
  projectId: string,
  newEvents: readonly NewEvent[],
): Promise<readonly NewEvent[]> {
  const eventsById = new Map(newEvents.map((event) => [event.id, event]))
  if (eventsById.size === 0) return []
  return db.transaction(async (tx) => {
    const sortedEvents = [...eventsById.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const insertedRows = await tx
      .insert(events)
      .values(sortedEvents.map((event) => ({ projectId, ...event })))
      .onConflictDoNothing()
      .returning({ id: events.id })
    const isNew = new Set(insertedRows.map(({ id }) => id))
    const insertedEvents = [...eventsById.values()].filter(({ id }) => isNew.has(id))
    await countEvents(tx, projectId, insertedEvents)
    await advanceVisits(tx, projectId, insertedEvents)
    return insertedEvents
  })
}

async function countEvents(
  tx: Transaction,
  projectId: string,
  insertedEvents: readonly NewEvent[],
): Promise<void> {
  const rows = new Map<
    string,
    CountKey & { readonly projectId: string; readonly hour: Date; readonly count: number }
  >()
  for (const event of insertedEvents) {
    const hour = floorTime(event.at, 3_600_000)
    const countKey = toCountKey({ ...event, address: null })
    const name = JSON.stringify([hour, Object.values(countKey)])
    rows.set(name, { projectId, hour, ...countKey, count: (rows.get(name)?.count ?? 0) + 1 })
  }
  if (rows.size === 0) return
  const { projectId: project, hour, event, wallet, namespace, platform, device, code } = eventCounts
  await tx
    .insert(eventCounts)
    .values([...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflictDoUpdate({
      target: [project, hour, event, wallet, namespace, platform, device, code],
      set: { count: sql`${eventCounts.count} + excluded.count` },
    })
}

/**
 * Updates the furthest step that visits have reached, and the numbers of visits at the old and the
 * new step.
 */
async function advanceVisits(
  tx: Transaction,
  projectId: string,
  insertedEvents: readonly NewEvent[],
): Promise<void> {
  const steps = new Map<string, { readonly at: Date; readonly step: number }>()
  for (const event of insertedEvents) {
    const step = readFunnelStep(event)
    const knownStep = event.visit === null ? undefined : steps.get(event.visit)
    if (event.visit !== null && step > (knownStep?.step ?? 0))
      steps.set(event.visit, { at: knownStep?.at ?? event.at, step })
  }
  if (steps.size === 0) return
  const ids = [...steps.keys()].sort()
  await tx
    .insert(visits)
    .values(
      ids.map((id) => ({ projectId, id, startedAt: steps.get(id)?.at ?? new Date(), furthest: 0 })),
    )
    .onConflictDoNothing()
  const visitRows = await tx
    .select()
    .from(visits)
    .where(and(eq(visits.projectId, projectId), inArray(visits.id, ids)))
    .orderBy(visits.id)
    .for('update')
  const advancedVisits = visitRows.flatMap((row) => {
    const step = steps.get(row.id)?.step ?? 0
    return step > row.furthest ? [{ row, step }] : []
  })
  if (advancedVisits.length === 0) return
  await tx
    .insert(visits)
    .values(advancedVisits.map(({ row, step }) => ({ ...row, furthest: step })))
    .onConflictDoUpdate({
      target: [visits.projectId, visits.id],
      set: { furthest: sql`excluded.furthest` },
    })
  const changes = new Map<
    string,
    { readonly projectId: string; readonly day: Date; furthest: number; count: number }
  >()
  const changeCount = (startedAt: Date, furthest: number, delta: number): void => {
    if (furthest === 0) return
    const day = floorTime(startedAt, 86_400_000)
    const key = `${day.toISOString()} ${furthest}`
    changes.set(key, { projectId, day, furthest, count: (changes.get(key)?.count ?? 0) + delta })
  }
  for (const { row, step } of advancedVisits) {
    changeCount(row.startedAt, row.furthest, -1)
    changeCount(row.startedAt, step, 1)
  }
  await tx
    .insert(visitCounts)
    .values([...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflictDoUpdate({
      target: [visitCounts.projectId, visitCounts.day, visitCounts.furthest],
      set: { count: sql`${visitCounts.count} + excluded.count` },
    })
}

function floorTime(time: Date, spanMs: number): Date {
  return new Date(Math.floor(time.getTime() / spanMs) * spanMs)
}

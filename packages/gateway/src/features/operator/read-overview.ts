import type {
  Overview,
  OverviewOutcome,
  OverviewRange,
  OverviewShare,
  TrackedEvent,
} from '@latchkey/protocol'
import { and, eq, gte, sql } from 'drizzle-orm'
import { visitCounts } from '../../data/analytics-schema.ts'
import type { Sql } from '../../data/sql.ts'
import {
  completeUntil,
  type Dimension,
  type Point,
  readSeries,
  readTotals,
  type Total,
} from './read-counts.ts'
import { dayMs, floorToUnit, stepsOf, type TimeRange, timeRange } from './time-range.ts'

/** Events that the overview counts. */
const countedEvents = {
  opens: ['MODAL_OPEN'],
  connects: ['CONNECT_SUCCESS'],
  failures: ['CONNECT_ERROR'],
  rejections: ['USER_REJECTED'],
  swaps: {
    started: ['INITIATE_SWAP'],
    done: ['SWAP_SUCCESS'],
    failed: ['SWAP_ERROR', 'SWAP_APPROVAL_ERROR'],
  },
  sends: {
    started: ['SEND_INITIATED'],
    done: ['SEND_SUCCESS'],
    failed: ['SEND_ERROR', 'SEND_REJECTED'],
  },
  buys: {
    started: ['SELECT_BUY_PROVIDER', 'PAY_INITIATED'],
    done: ['PAY_SUCCESS'],
    failed: ['PAY_ERROR'],
  },
} as const satisfies Record<
  string,
  readonly TrackedEvent[] | Record<string, readonly TrackedEvent[]>
>

const seriesEvents = [
  ...countedEvents.opens,
  ...countedEvents.connects,
  ...countedEvents.failures,
  ...countedEvents.rejections,
]
const summedEvents = [
  ...seriesEvents,
  ...[countedEvents.swaps, countedEvents.sends, countedEvents.buys].flatMap(
    ({ started, done, failed }) => [...started, ...done, ...failed],
  ),
]
const [mostNames, mostCodes, longestName] = [12, 6, 64]

/** Reads the overview of a project, from the counts only, never from the events. */
export async function readOverview(
  db: Sql,
  projectId: string,
  requestedRange: OverviewRange,
  now: number,
): Promise<Overview> {
  const range = timeRange(requestedRange, now)
  const completeEnd = requestedRange === '24h' ? undefined : await completeUntil(db, projectId)
  const dayCountsEnd = Math.min(Math.max(completeEnd ?? range.from, range.from), now)
  const countsRequest = { projectId, range, split: dayCountsEnd }
  const totals = await readTotals(db, countsRequest, summedEvents, countedEvents.connects)
  const codes = sharesOf(totals, 'code')
  const codeNames = codes.slice(0, mostCodes).map(({ name }) => name)
  const points = await readSeries(db, countsRequest, seriesEvents, codeNames)
  const sum = sumOf(totals)
  return {
    range: requestedRange,
    from: range.from,
    to: range.to,
    unit: range.unit,
    opens: sum(countedEvents.opens),
    connects: sum(countedEvents.connects),
    failures: sum(countedEvents.failures),
    rejections: sum(countedEvents.rejections),
    series: seriesOf(range, points),
    wallets: keepLargest(sharesOf(totals, 'wallet')),
    namespaces: keepLargest(sharesOf(totals, 'namespace')),
    platforms: keepLargest(sharesOf(totals, 'platform')),
    devices: keepLargest(sharesOf(totals, 'device')),
    funnel: await readFunnel(db, projectId, range),
    errors: {
      codes: codes.slice(0, mostCodes).map(cutName),
      series: errorsOf(range, points, codeNames),
    },
    swaps: outcomeOf(sum, countedEvents.swaps),
    sends: outcomeOf(sum, countedEvents.sends),
    buys: outcomeOf(sum, countedEvents.buys),
  }
}

/** Counts visits by step; a visit counts in every step it passed. */
async function readFunnel(
  db: Sql,
  projectId: string,
  range: TimeRange,
): Promise<Overview['funnel']> {
  const from = floorToUnit(range.from, dayMs)
  const rows = await db
    .select({
      furthest: visitCounts.furthest,
      count: sql`sum(${visitCounts.count})`.mapWith(Number),
    })
    .from(visitCounts)
    .where(and(eq(visitCounts.projectId, projectId), gte(visitCounts.day, new Date(from))))
    .groupBy(visitCounts.furthest)
  const countReached = (step: number): number =>
    rows.reduce((total, { furthest, count }) => (furthest >= step ? total + count : total), 0)
  return { from, steps: [1, 2, 3, 4, 5].map((step) => ({ step, visits: countReached(step) })) }
}

type Sum = (events: readonly string[]) => number

function sumOf(totals: readonly Total[]): Sum {
  return (events) =>
    totals.reduce(
      (total, { dimension, event, count }) =>
        dimension === '' && events.includes(event) ? total + count : total,
      0,
    )
}

function outcomeOf(
  sum: Sum,
  outcomeEvents: Record<keyof OverviewOutcome, readonly string[]>,
): OverviewOutcome {
  return {
    started: sum(outcomeEvents.started),
    done: sum(outcomeEvents.done),
    failed: sum(outcomeEvents.failed),
  }
}

function sharesOf(totals: readonly Total[], dimension: Dimension): OverviewShare[] {
  const sums = new Map<string, number>()
  for (const one of totals) {
    if (one.dimension === dimension) sums.set(one.value, (sums.get(one.value) ?? 0) + one.count)
  }
  return [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1))
}

/** Keeps the largest shares; the rest becomes one row with an empty name. */
function keepLargest(all: readonly OverviewShare[]): OverviewShare[] {
  const restCount = all.slice(mostNames).reduce((sum, { count }) => sum + count, 0)
  return [
    ...all.slice(0, mostNames).map(cutName),
    ...(restCount > 0 ? [{ name: '', count: restCount }] : []),
  ]
}

function cutName({ name, count }: OverviewShare): OverviewShare {
  return { name: name.slice(0, longestName), count }
}

function seriesOf(range: TimeRange, points: readonly Point[]): Overview['series'] {
  const rows = new Map(stepsOf(range).map((at) => [at, { at, opens: 0, connects: 0, failures: 0 }]))
  for (const { at, event, count } of points) {
    const row = rows.get(at)
    if (!row) continue
    if (isOneOf(countedEvents.opens, event)) row.opens += count
    if (isOneOf(countedEvents.connects, event)) row.connects += count
    if (isOneOf(countedEvents.failures, event) || isOneOf(countedEvents.rejections, event))
      row.failures += count
  }
  return [...rows.values()]
}

function errorsOf(
  range: TimeRange,
  points: readonly Point[],
  codes: readonly string[],
): Overview['errors']['series'] {
  const rows = new Map(stepsOf(range).map((at) => [at, codes.map(() => 0)]))
  for (const { at, code, count } of points) {
    const row = rows.get(at)
    const codeIndex = codes.indexOf(code)
    if (row && codeIndex >= 0) row[codeIndex] = (row[codeIndex] ?? 0) + count
  }
  return [...rows].map(([at, counts]) => ({ at, counts }))
}

function isOneOf(events: readonly string[], event: string): boolean {
  return events.includes(event)
}

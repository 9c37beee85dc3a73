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
  type CountDimension,
  type CountPoint,
  type CountTotal,
  completeUntil,
  readSeries,
  readTotals,
} from './read-counts.ts'
import { dayMs, floorToUnit, listSteps, type TimeRange, timeRange } from './time-range.ts'

/** Names of the events that the overview counts. */
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

/** Reads the overview of a project. It is made from the counts only, never from single events. */
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
  const codes = computeShares(totals, 'code')
  const codeNames = codes.slice(0, mostCodes).map(({ name }) => name)
  const points = await readSeries(db, countsRequest, seriesEvents, codeNames)
  const sum = makeSum(totals)
  return {
    range: requestedRange,
    from: range.from,
    to: range.to,
    unit: range.unit,
    opens: sum(countedEvents.opens),
    connects: sum(countedEvents.connects),
    failures: sum(countedEvents.failures),
    rejections: sum(countedEvents.rejections),
    series: makeSeries(range, points),
    wallets: keepLargest(computeShares(totals, 'wallet')),
    namespaces: keepLargest(computeShares(totals, 'namespace')),
    platforms: keepLargest(computeShares(totals, 'platform')),
    devices: keepLargest(computeShares(totals, 'device')),
    funnel: await readFunnel(db, projectId, range),
    errors: {
      codes: codes.slice(0, mostCodes).map(shortenName),
      series: listErrors(range, points, codeNames),
    },
    swaps: countOutcome(sum, countedEvents.swaps),
    sends: countOutcome(sum, countedEvents.sends),
    buys: countOutcome(sum, countedEvents.buys),
  }
}

/** Counts the visits that reached each step; a visit also counts in every earlier step. */
async function readFunnel(
  db: Sql,
  projectId: string,
  range: TimeRange,
): Promise<Overview['funnel']> {
  const firstDayStart = floorToUnit(range.from, dayMs)
  const rows = await db
    .select({
      furthest: visitCounts.furthest,
      count: sql`sum(${visitCounts.count})`.mapWith(Number),
    })
    .from(visitCounts)
    .where(and(eq(visitCounts.projectId, projectId), gte(visitCounts.day, new Date(firstDayStart))))
    .groupBy(visitCounts.furthest)
  const countReached = (step: number): number =>
    rows.reduce((total, { furthest, count }) => (furthest >= step ? total + count : total), 0)
  return {
    from: firstDayStart,
    steps: [1, 2, 3, 4, 5].map((step) => ({ step, visits: countReached(step) })),
  }
}

type SumEvents = (events: readonly string[]) => number

function makeSum(totals: readonly CountTotal[]): SumEvents {
  return (events) =>
    totals.reduce(
      (total, { dimension, event, count }) =>
        dimension === '' && events.includes(event) ? total + count : total,
      0,
    )
}

function countOutcome(
  sum: SumEvents,
  outcomeEvents: Record<keyof OverviewOutcome, readonly string[]>,
): OverviewOutcome {
  return {
    started: sum(outcomeEvents.started),
    done: sum(outcomeEvents.done),
    failed: sum(outcomeEvents.failed),
  }
}

function computeShares(totals: readonly CountTotal[], dimension: CountDimension): OverviewShare[] {
  const sums = new Map<string, number>()
  for (const dimensionTotal of totals) {
    if (dimensionTotal.dimension === dimension)
      sums.set(dimensionTotal.value, (sums.get(dimensionTotal.value) ?? 0) + dimensionTotal.count)
  }
  return [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1))
}

/** Keeps the rows with the largest counts; all others become one row with an empty name. */
function keepLargest(all: readonly OverviewShare[]): OverviewShare[] {
  const restCount = all.slice(mostNames).reduce((sum, { count }) => sum + count, 0)
  return [
    ...all.slice(0, mostNames).map(shortenName),
    ...(restCount > 0 ? [{ name: '', count: restCount }] : []),
  ]
}

function shortenName({ name, count }: OverviewShare): OverviewShare {
  return { name: name.slice(0, longestName), count }
}

function makeSeries(range: TimeRange, points: readonly CountPoint[]): Overview['series'] {
  const rows = new Map(
    listSteps(range).map((at) => [at, { at, opens: 0, connects: 0, failures: 0 }]),
  )
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

function listErrors(
  range: TimeRange,
  points: readonly CountPoint[],
  codes: readonly string[],
): Overview['errors']['series'] {
  const rows = new Map(listSteps(range).map((at) => [at, codes.map(() => 0)]))
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

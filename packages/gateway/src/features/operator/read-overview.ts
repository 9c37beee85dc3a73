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
const counted = {
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

const drawn = [...counted.opens, ...counted.connects, ...counted.failures, ...counted.rejections]
const summed = [
  ...drawn,
  ...[counted.swaps, counted.sends, counted.buys].flatMap(({ started, done, failed }) => [
    ...started,
    ...done,
    ...failed,
  ]),
]
const [mostNames, mostCodes, longestName] = [12, 6, 64]

/** Reads the overview of a project, from the counts only, never from the events. */
export async function readOverview(
  db: Sql,
  projectId: string,
  asked: OverviewRange,
  now: number,
): Promise<Overview> {
  const range = timeRange(asked, now)
  const complete = asked === '24h' ? undefined : await completeUntil(db, projectId)
  const split = Math.min(Math.max(complete ?? range.from, range.from), now)
  const place = { projectId, range, split }
  const totals = await readTotals(db, place, summed, counted.connects)
  const codes = sharesOf(totals, 'code')
  const named = codes.slice(0, mostCodes).map(({ name }) => name)
  const points = await readSeries(db, place, drawn, named)
  const sum = sumOf(totals)
  return {
    range: asked,
    from: range.from,
    to: range.to,
    unit: range.unit,
    opens: sum(counted.opens),
    connects: sum(counted.connects),
    failures: sum(counted.failures),
    rejections: sum(counted.rejections),
    series: seriesOf(range, points),
    wallets: keepLargest(sharesOf(totals, 'wallet')),
    namespaces: keepLargest(sharesOf(totals, 'namespace')),
    platforms: keepLargest(sharesOf(totals, 'platform')),
    devices: keepLargest(sharesOf(totals, 'device')),
    funnel: await readFunnel(db, projectId, range),
    errors: {
      codes: codes.slice(0, mostCodes).map(cutName),
      series: errorsOf(range, points, named),
    },
    swaps: outcomeOf(sum, counted.swaps),
    sends: outcomeOf(sum, counted.sends),
    buys: outcomeOf(sum, counted.buys),
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
    rows.reduce((all, { furthest, count }) => (furthest >= step ? all + count : all), 0)
  return { from, steps: [1, 2, 3, 4, 5].map((step) => ({ step, visits: countReached(step) })) }
}

type Sum = (events: readonly string[]) => number

function sumOf(totals: readonly Total[]): Sum {
  return (events) =>
    totals.reduce(
      (all, { dimension, event, count }) =>
        dimension === '' && events.includes(event) ? all + count : all,
      0,
    )
}

function outcomeOf(
  sum: Sum,
  parts: Record<keyof OverviewOutcome, readonly string[]>,
): OverviewOutcome {
  return { started: sum(parts.started), done: sum(parts.done), failed: sum(parts.failed) }
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
  const rest = all.slice(mostNames).reduce((sum, { count }) => sum + count, 0)
  return [...all.slice(0, mostNames).map(cutName), ...(rest > 0 ? [{ name: '', count: rest }] : [])]
}

function cutName({ name, count }: OverviewShare): OverviewShare {
  return { name: name.slice(0, longestName), count }
}

function seriesOf(range: TimeRange, points: readonly Point[]): Overview['series'] {
  const rows = new Map(stepsOf(range).map((at) => [at, { at, opens: 0, connects: 0, failures: 0 }]))
  for (const { at, event, count } of points) {
    const row = rows.get(at)
    if (!row) continue
    if (isOneOf(counted.opens, event)) row.opens += count
    if (isOneOf(counted.connects, event)) row.connects += count
    if (isOneOf(counted.failures, event) || isOneOf(counted.rejections, event))
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
    const place = codes.indexOf(code)
    if (row && place >= 0) row[place] = (row[place] ?? 0) + count
  }
  return [...rows].map(([at, counts]) => ({ at, counts }))
}

function isOneOf(events: readonly string[], event: string): boolean {
  return events.includes(event)
}

import { type SQL, sql } from 'drizzle-orm'
import { eventCounts } from '../../data/analytics-schema.ts'
import { eventDays } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { dayMs, type TimeRange } from './time-range.ts'

export type CountDimension = '' | 'wallet' | 'namespace' | 'platform' | 'device' | 'code'

/** How often an event occurred in the whole time range, in all or by one value of one dimension. */
export interface CountTotal {
  readonly event: string
  readonly dimension: CountDimension
  readonly value: string
  readonly count: number
}

/**
 * How often an event, or an error code, occurred in one hour or day of the time range. `code` is ''
 * in the count of an event, `event` is '' in the count of an error code.
 */
export interface CountPoint {
  readonly at: number
  readonly event: string
  readonly code: string
  readonly count: number
}

export interface CountsRequest {
  readonly projectId: string
  readonly range: TimeRange
  /**
   * Time up to which counts are read by whole days; later counts are read by hours. Milliseconds
   * since the epoch.
   */
  readonly split: number
}

/**
 * Maximum number of rows that are read, the most frequent first: hostile pages can invent any
 * number of wallet names and error codes.
 */
const maxTotals = 5_000

const toTimestamp = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`
const toSqlList = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )

/**
 * Returns the end of the last day whose counts are summed completely, in milliseconds since the
 * epoch; undefined when there is no such day.
 */
export async function completeUntil(db: Sql, projectId: string): Promise<number | undefined> {
  const [row] = await queryRows<{ day: number | null }>(
    db,
    sql`select extract(epoch from max(day))::float8 as day from ${eventDays}
      where project_id = ${projectId} and event = '' and dimension = ''`,
  )
  return row?.day == null ? undefined : row.day * 1_000 + dayMs
}

/**
 * Reads the total count of each event and error code, and for the events in `detailed` also the
 * counts by dimension.
 */
export async function readTotals(
  db: Sql,
  { projectId, range, split }: CountsRequest,
  events: readonly string[],
  detailed: readonly string[],
): Promise<CountTotal[]> {
  const countFilter = sql`(dimension = '' and event in (${toSqlList(events)})) or dimension = 'code'
    or (dimension in ('wallet', 'namespace', 'platform', 'device') and event in (${toSqlList(detailed)}))`
  const hours = sumByDimension(
    sql`${inHourRange(projectId, split, range.to)} and (code <> '' or event in (${toSqlList([...events, ...detailed])}))`,
  )
  return queryRows<CountTotal>(
    db,
    sql`select event, dimension, value, sum(count)::float8 as count from (
      select event, dimension, value, count::float8 as count from ${eventDays}
        where ${inDayRange(projectId, range.from, split)} and (${countFilter})
      union all
      select event, dimension, value, count from (${hours}) as hours where ${countFilter}
    ) as parts group by 1, 2, 3 order by 4 desc, 3 limit ${maxTotals}`,
  )
}

/** Reads the counts of the given events and error codes, for each hour or day of the time range. */
export async function readSeries(
  db: Sql,
  { projectId, range, split }: CountsRequest,
  events: readonly string[],
  codes: readonly string[],
): Promise<CountPoint[]> {
  const isHourly = range.unit === 'hour'
  const bucket = isHourly ? sql`hour` : sql`date_trunc('day', hour, 'UTC')`
  const codeFilter = codes.length ? sql`in (${toSqlList(codes)})` : sql`is null`
  const countFilter = isHourly
    ? sql`dimension = 'hour' and (event in (${toSqlList(events)}) or value ${codeFilter})`
    : sql`((dimension = '' and event in (${toSqlList(events)})) or (dimension = 'code' and value ${codeFilter}))`
  return queryRows<CountPoint>(
    db,
    sql`select extract(epoch from day)::float8 * 1000 as at,
      case dimension when 'code' then '' else event end as event, value as code, sum(count)::float8 as count
    from ${eventDays} where ${inDayRange(projectId, range.from, split)} and ${countFilter} group by 1, 2, 3
    union all
    select extract(epoch from ${bucket})::float8 * 1000 as at, event, code, sum(count)::float8 as count
    from ${eventCounts} where ${inHourRange(projectId, split, range.to)}
      and (event in (${toSqlList(events)}) or code ${codeFilter}) group by 1, 2, 3`,
  )
}

const inHourRange = (projectId: string, from: number, to: number): SQL =>
  sql`project_id = ${projectId} and hour >= ${toTimestamp(from)} and hour <= ${toTimestamp(to)}`

const inDayRange = (projectId: string, from: number, until: number): SQL =>
  sql`project_id = ${projectId} and day >= ${toTimestamp(from)} and day < ${toTimestamp(until)}`

/**
 * Builds a query that sums the rows of `event_counts` by each dimension separately; its rows have
 * the form of `event_days`.
 */
export function sumByDimension(where: SQL): SQL {
  return sql`select day, event, dimension, value, count from (
    select date_trunc('day', hour, 'UTC') as day, event,
      case when grouping(wallet) = 0 then 'wallet' when grouping(namespace) = 0 then 'namespace'
        when grouping(platform) = 0 then 'platform' when grouping(device) = 0 then 'device'
        when grouping(code) = 0 then 'code' else '' end as dimension,
      coalesce(wallet, namespace, platform, device, code, '') as value, sum(count)::float8 as count
    from ${eventCounts} where ${where}
    group by grouping sets ((1, 2), (1, 2, wallet), (1, 2, namespace), (1, 2, platform), (1, 2, device), (1, 2, code))
  ) as sums where dimension = '' or value <> ''`
}

/**
 * Returns the rows of a query. Every driver returns them in `rows`, although the type of the SQL
 * dialect does not say so.
 */
export async function queryRows<Row>(db: Sql, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { readonly rows: Row[] }).rows
}

import type { Overview, OverviewRange } from '@latchkey/protocol'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { eventCounts } from '../../data/analytics-schema.ts'
import { seedProjects } from '../../data/database-projects.ts'
import { eventDays } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { seedEvents } from '../../test/seed-events.ts'
import { queryRows } from './read-counts.ts'
import { readOverview } from './read-overview.ts'
import { rollUp } from './roll-up.ts'

const now = Date.UTC(2026, 10, 20, 15, 37, 12)
const day = 86_400_000
const beginnings: Record<OverviewRange, number> = {
  '24h': Date.UTC(2026, 10, 19, 16),
  '7d': Date.UTC(2026, 10, 14),
  '30d': Date.UTC(2026, 9, 22),
  '90d': Date.UTC(2026, 7, 23),
}
const project = { projectId: 'demo', visits: 400, days: 60, now }

/** The same figures from the events themselves. */
async function truth(db: Sql, range: OverviewRange) {
  const since = sql`from events where project_id = 'demo' and at >= ${new Date(beginnings[range]).toISOString()}::timestamptz`
  const count = async (...names: string[]): Promise<number> =>
    Number(
      (
        await queryRows<{ n: string }>(
          db,
          sql`select count(*) as n ${since} and event = any(${sql.param(`{${names.join()}}`)}::text[])`,
        )
      )[0]?.n,
    )
  const group = async (field: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await queryRows<{ name: string; n: string }>(
          db,
          sql`select properties->>${sql.raw(`'${field}'`)} as name, count(*) as n ${since} and event = 'CONNECT_SUCCESS' group by 1`,
        )
      ).map(({ name, n }) => [name, Number(n)]),
    )
  const unit = range === '24h' || range === '7d' ? 'hour' : 'day'
  const codes = await queryRows<{ code: string; n: string }>(
    db,
    sql`select properties->>'code' as code, count(*) as n ${since} and properties->>'code' <> '' group by 1`,
  )
  const opened = await queryRows<{ at: string; n: string }>(
    db,
    sql`select extract(epoch from date_trunc(${sql.raw(`'${unit}'`)}, at, 'UTC')) * 1000 as at, count(*) as n ${since} and event = 'MODAL_OPEN' group by 1`,
  )
  return {
    opens: await count('MODAL_OPEN'),
    connects: await count('CONNECT_SUCCESS'),
    failures: await count('CONNECT_ERROR'),
    rejections: await count('USER_REJECTED'),
    swaps: {
      started: await count('INITIATE_SWAP'),
      done: await count('SWAP_SUCCESS'),
      failed: await count('SWAP_ERROR', 'SWAP_APPROVAL_ERROR'),
    },
    sends: {
      started: await count('SEND_INITIATED'),
      done: await count('SEND_SUCCESS'),
      failed: await count('SEND_ERROR', 'SEND_REJECTED'),
    },
    buys: { started: await count('SELECT_BUY_PROVIDER', 'PAY_INITIATED'), done: 0, failed: 0 },
    wallets: await group('name'),
    namespaces: await group('namespace'),
    platforms: await group('platform'),
    devices: await group('device'),
    codes: Object.fromEntries(codes.map(({ code, n }) => [code, Number(n)])),
    opened: Object.fromEntries(opened.map(({ at, n }) => [Number(at), Number(n)])),
  }
}

function shown(overview: Overview) {
  const named = (shares: Overview['wallets']) =>
    Object.fromEntries(shares.map(({ name, count }) => [name, count]))
  const { opens, connects, failures, rejections, swaps, sends, buys, errors } = overview
  return {
    opens,
    connects,
    failures,
    rejections,
    swaps,
    sends,
    buys,
    wallets: named(overview.wallets),
    namespaces: named(overview.namespaces),
    platforms: named(overview.platforms),
    devices: named(overview.devices),
    codes: named(errors.codes),
    opened: Object.fromEntries(
      overview.series.flatMap(({ at, opens }) => (opens ? [[at, opens]] : [])),
    ),
  }
}

describeDatabases('readOverview', (open) => {
  const run = {} as { db: Sql }
  const ranges = Object.keys(beginnings) as OverviewRange[]

  beforeAll(async () => {
    const { db } = await open()
    run.db = db
    await seedProjects(
      db,
      configSchema.parse({ projects: [{ id: 'demo' }, { id: 'other' }] }).projects,
    )
    await seedEvents(db, project)
  })

  const compare = async (range: OverviewRange): Promise<void> => {
    const overview = await readOverview(run.db, 'demo', range, now)
    const expected = await truth(run.db, range)
    expect(expected.opens).toBeGreaterThan(10)
    expect(shown(overview)).toEqual(expected)
    const { series, errors, from, unit, to } = overview
    expect({ from, to, unit }).toEqual({
      from: beginnings[range],
      to: now,
      unit: range === '24h' || range === '7d' ? 'hour' : 'day',
    })
    expect(series.map(({ at }) => at)).toEqual(errors.series.map(({ at }) => at))
    expect(series).toHaveLength({ '24h': 24, '7d': 6 * 24 + 16, '30d': 30, '90d': 90 }[range])
    const connected = series.reduce((sum, { connects }) => sum + connects, 0)
    const failed = series.reduce((sum, { failures }) => sum + failures, 0)
    expect([connected, failed]).toEqual([
      overview.connects,
      overview.failures + overview.rejections,
    ])
    for (const [at, { count }] of errors.codes.entries()) {
      expect(errors.series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)).toBe(count)
    }
  }

  test.each(ranges)('default: %s equals the events, before days are summed', compare)

  test.each(ranges)('behavior: %s equals the events, after days are summed', async (range) => {
    await rollUp(run.db, now)
    expect(await run.db.$count(eventDays)).toBeGreaterThan(100)
    await compare(range)
  })

  test('behavior: whole days are read from their sums', async () => {
    const before = await readOverview(run.db, 'demo', '90d', now)
    const since = sql`hour < ${new Date(Date.UTC(2026, 10, 20)).toISOString()}::timestamptz`
    const [gone] = await queryRows<{ n: string }>(
      run.db,
      sql`select count(*) as n from event_counts where ${since}`,
    )
    expect(Number(gone?.n)).toBeGreaterThan(100)
    await run.db
      .transaction(async (tx) => {
        await tx.delete(eventCounts).where(since)
        expect(await readOverview(tx, 'demo', '90d', now)).toEqual(before)
        expect((await readOverview(tx, 'demo', '24h', now)).opens).toBeLessThan(before.opens)
        tx.rollback()
      })
      .catch((error: Error) => expect(error.message).toBe('Rollback'))
  })

  test('behavior: summing twice, or a day later, counts nothing twice', async () => {
    await rollUp(run.db, now)
    await rollUp(run.db, now + day)
    const later = await readOverview(run.db, 'demo', '90d', now + day)
    const [all] = await queryRows<{ n: string }>(
      run.db,
      sql`select count(*) as n from events where event = 'MODAL_OPEN' and at >= ${new Date(beginnings['90d'] + day).toISOString()}::timestamptz`,
    )
    expect(later.opens).toBe(Number(all?.n))
  })

  test('behavior: the funnel is that of the visits, each counted in every step it passed', async () => {
    const { funnel } = await readOverview(run.db, 'demo', '90d', now)
    const rows = await queryRows<{ step: number; n: string }>(
      run.db,
      sql`select furthest as step, count(*) as n from (
        select visit, max(case event when 'MODAL_OPEN' then 1 when 'SELECT_WALLET' then 2 when 'WALLET_ASKED' then 3
          when 'CONNECT_ERROR' then 3 when 'USER_REJECTED' then 3 when 'CONNECT_SUCCESS' then 4 end) as furthest
        from events group by 1) as visits group by 1`,
    )
    const reached = (step: number) =>
      rows.reduce((sum, row) => sum + (row.step >= step ? Number(row.n) : 0), 0)
    expect(funnel.from).toBe(beginnings['90d'])
    expect(funnel.steps).toEqual([1, 2, 3, 4, 5].map((step) => ({ step, visits: reached(step) })))
    expect(funnel.steps[0]?.visits).toBe(project.visits)
    expect(reached(4)).toBeGreaterThan(0)
  })

  test('behavior: a project with no events has zeros, of the right length', async () => {
    const none = await readOverview(run.db, 'other', '30d', now)
    expect(none).toMatchObject({ opens: 0, wallets: [], errors: { codes: [] } })
    expect(none.series).toHaveLength(30)
  })

  test.each(ranges)('behavior: %s begins with its first hour and not before', async (range) => {
    const row = {
      projectId: 'other',
      event: 'MODAL_OPEN',
      wallet: '',
      namespace: '',
      platform: '',
      device: '',
      code: '',
    }
    const hours = [beginnings[range] - 3_600_000, beginnings[range]]
    await run.db
      .insert(eventCounts)
      .values(hours.map((at, place) => ({ ...row, hour: new Date(at), count: 10 ** place })))
    const { opens, series } = await readOverview(run.db, 'other', range, now)
    expect([opens, series[0]?.opens]).toEqual([10, 10])
    await run.db.delete(eventCounts).where(eq(eventCounts.projectId, 'other'))
  })

  test('behavior: what is rare among many becomes one row without a name', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      projectId: 'other',
      hour: new Date(now),
      event: 'CONNECT_SUCCESS',
      namespace: '',
      platform: '',
      device: '',
      code: '',
      wallet: `wallet ${at}`,
      count: 100 - at,
    }))
    await run.db.insert(eventCounts).values(rows)
    const { wallets } = await readOverview(run.db, 'other', '24h', now)
    expect(wallets).toHaveLength(13)
    expect(wallets[12]).toEqual({
      name: '',
      count: rows.slice(12).reduce((sum, { count }) => sum + count, 0),
    })
    await run.db.delete(eventCounts).where(eq(eventCounts.projectId, 'other'))
  })
})

import { overviewRanges } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { configSchema } from '../../src/base/config/schema.ts'
import { seedProjects } from '../../src/data/database-projects.ts'
import { openDatabase } from '../../src/data/open-database.ts'
import type { Sql } from '../../src/data/sql.ts'
import { queryRows } from '../../src/features/operator/read-counts.ts'
import { rollUp } from '../../src/features/operator/roll-up.ts'
import { makeOperator } from '../../src/test/make-operator.ts'
import { startPostgres } from '../../src/test/start-postgres.ts'

const longestMs = 1_000
const openings = 5
const atOnce = 250_000

/**
 * Fills a database with events and counts of 90 days, and measures the queries of the dashboard's
 * first view.
 */
export async function dashboardOpening(
  count: number,
  isEmbedded: boolean,
): Promise<{ readonly isGood: boolean; readonly text: string }> {
  const server = isEmbedded ? undefined : await startPostgres()
  const database = await openDatabase(
    server ? { url: await server.createDatabase(), statementTimeoutMs: 3_600_000 } : {},
  )
  try {
    const { db } = database
    await seedProjects(
      db,
      configSchema.parse({ projects: [{ id: 'demo', analytics: true }] }).projects,
    )
    const rows = await fillEvents(db, count)
    const before = await slowestOpenings(db)
    const startedAt = performance.now()
    await rollUp(db, Date.now())
    const rolledS = (performance.now() - startedAt) / 1_000
    const after = await slowestOpenings(db)
    const { ask } = makeOperator(db)
    const { json } = await ask('/operator/v1/projects/demo/overview?range=90d')
    const [truth] = await queryRows<{ n: string }>(
      db,
      sql`select count(*) as n from events where event = 'MODAL_OPEN' and at >= date_trunc('day', now(), 'UTC') - interval '89 days'`,
    )
    const isTrue = (json as { opens: number }).opens === Number(truth?.n)
    const list = overviewRanges
      .map((range, at) => `${range} ${Math.round(after[at] ?? 0)}`)
      .join(', ')
    return {
      isGood: isTrue && Math.max(...after) <= longestMs,
      text: `dashboard over ${count} events (${rows} counts) on ${isEmbedded ? 'PGlite' : 'PostgreSQL'}: opens in ms ${list} (slowest of ${openings}); before its days were summed ${Math.round(Math.max(...before))}, summing them once took ${rolledS.toFixed(1)} s; figures ${isTrue ? 'equal' : 'DO NOT EQUAL'} those of the events`,
    }
  } finally {
    await database.close()
    await server?.stop()
  }
}

/** Measures all requests before the page is drawn, by range. */
async function slowestOpenings(db: Sql): Promise<number[]> {
  const times: number[] = []
  for (const range of overviewRanges) {
    const runs: number[] = []
    for (let run = 0; run < openings; run++) {
      const { ask } = makeOperator(db)
      const startedAt = performance.now()
      const answers = await Promise.all([ask('/operator/v1/session'), ask('/operator/v1/projects')])
      answers.push(await ask(`/operator/v1/projects/demo/overview?range=${range}`))
      if (answers.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(answers))
      runs.push(performance.now() - startedAt)
    }
    times.push(Math.max(...runs))
  }
  return times
}

/**
 * Inserts visits of eight events, evenly over 90 days, with 20 wallets, 3 families, 4 connection
 * methods and 3 devices.
 */
async function fillEvents(db: Sql, count: number): Promise<number> {
  for (let from = 0; from < count; from += atOnce) {
    await db.execute(sql`insert into events (project_id, id, at, type, event, visit, domain, properties)
      select 'demo', lpad(to_hex(g), 32, '0')::uuid,
        now() - make_interval(secs => (g / 8) * (90 * 86400.0 / ${count}::float8) * 8 + g % 8), 'track',
        (array['INITIALIZE','MODAL_OPEN','SELECT_WALLET','WALLET_ASKED',
          case when v % 5 = 0 then 'CONNECT_ERROR' when v % 7 = 0 then 'USER_REJECTED' else 'CONNECT_SUCCESS' end,
          'SEND_INITIATED','SEND_SUCCESS','MODAL_CLOSE'])[g % 8 + 1],
        lpad(to_hex(g / 8), 32, 'a')::uuid, 'shop.example',
        jsonb_build_object('name', case when g % 8 in (2, 3, 4) then 'Wallet ' || v % 20 else '' end,
          'namespace', (array['eip155','solana','bip122'])[v / 20 % 3 + 1],
          'platform', case when g % 8 in (2, 3, 4) then (array['browser','mobile','qrcode','desktop'])[v / 60 % 4 + 1] else '' end,
          'device', (array['phone','tablet','desktop'])[v / 240 % 3 + 1],
          'code', case when g % 8 = 4 and v % 5 = 0 then (array['wallet-timeout','rpc-unreachable','chain-unsupported'])[v / 5 % 3 + 1] else '' end)
      from (select g, (g / 8)::bigint * 7919 % 104729 as v
        from generate_series(${from}::int, ${Math.min(count, from + atOnce) - 1}::int) as g) as numbered`)
  }
  await db.execute(sql`insert into event_counts
    select project_id, date_trunc('hour', at, 'UTC'), event, properties->>'name', properties->>'namespace',
      properties->>'platform', properties->>'device', properties->>'code', count(*)
    from events group by 1, 2, 3, 4, 5, 6, 7, 8`)
  await db.execute(sql`insert into visit_counts
    select project_id, date_trunc('day', started, 'UTC'), furthest, count(*) from (
      select project_id, min(at) as started, max(case event when 'CONNECT_SUCCESS' then 4 when 'WALLET_ASKED' then 3
        when 'SELECT_WALLET' then 2 else 1 end) as furthest from events group by project_id, visit) as visits group by 1, 2, 3`)
  await db.execute(sql`analyze`)
  const [rows] = await queryRows<{ n: string }>(db, sql`select count(*) as n from event_counts`)
  return Number(rows?.n)
}

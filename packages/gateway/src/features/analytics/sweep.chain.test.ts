import { overviewRanges } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { eventCounts, visitCounts } from '../../data/analytics-schema.ts'
import { seedProjects } from '../../data/database-projects.ts'
import { chainTokens, nftItems } from '../../data/index-schema.ts'
import { eventDays } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { sweepFacts } from '../../families/evm/tokens/sweep-facts.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { seedEvents } from '../../test/seed-events.ts'
import { readOverview } from '../operator/read-overview.ts'
import { rollUp } from '../operator/roll-up.ts'
import { sweepCounts } from './sweep-counts.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20, 15, 37, 12)
const before = (days: number): Date => new Date(now - days * dayMs)
const projects = ['demo', 'fresh'] as const

describeDatabases('what goes by itself', (open) => {
  const made = {} as { db: Sql }
  const overviews = () =>
    Promise.all(overviewRanges.map((range) => readOverview(made.db, 'demo', range, now)))
  beforeAll(async () => {
    made.db = (await open()).db
    const listed = projects.map((id) => ({ id, analytics: true }))
    await seedProjects(made.db, configSchema.parse({ projects: listed }).projects)
    await seedEvents(made.db, { projectId: 'demo', visits: 120, days: 60, now })
  })

  test('behavior: counts by the hour stay until their days are summed; then the dashboard says the same without them', async () => {
    const { db } = made
    const all = await db.$count(eventCounts)
    await sweepCounts(db, before(1_000))
    expect(await db.$count(eventCounts)).toBe(all)
    await rollUp(db, now)
    const shown = await overviews()
    // Another project's are not its.
    await db.insert(eventCounts).values({ ...hour, projectId: 'fresh' })
    const gone = await sweepCounts(db, before(1_000))
    expect(gone).toBeGreaterThan(all / 2)
    const [oldest] = await db
      .select({ at: sql<string>`extract(epoch from min(${eventCounts.hour}))::text` })
      .from(eventCounts)
      .where(sql`project_id = 'demo'`)
    expect(Number(oldest?.at) * 1_000).toBeGreaterThanOrEqual(Date.UTC(2026, 10, 18))
    expect(await db.$count(eventCounts)).toBe(all - gone + 1)
    expect(await overviews()).toEqual(shown)
    // Nor is what is gone missed by the next sum.
    await rollUp(db, now + dayMs)
    expect(await overviews()).toEqual(shown)
  })

  test('parameters: before: sums of days from then on stay', async () => {
    const { db } = made
    const days = async () => {
      const [row] = await db
        .select({ at: sql<string>`extract(epoch from min(${eventDays.day}))::text` })
        .from(eventDays)
      return Number(row?.at) * 1_000
    }
    await db
      .insert(visitCounts)
      .values({ projectId: 'demo', day: before(400), furthest: 1, count: 1 })
    const visits = await db.$count(visitCounts)
    expect(await days()).toBeLessThan(before(30).getTime())
    await sweepCounts(db, before(30))
    expect(await days()).toBeGreaterThanOrEqual(before(30).getTime())
    expect(await db.$count(visitCounts)).toBeLessThan(visits)
    expect(await db.$count(visitCounts)).toBeGreaterThan(0)
  })

  test('behavior: facts that were not read again for so long go', async () => {
    const { db } = made
    const token = {
      chain: 'eip155:1',
      kind: 'erc20',
      name: 'T',
      symbol: 'T',
      decimals: 18,
      spam: null,
    } as const
    const at = (days: number, digit: string) => ({
      address: `0x${digit.repeat(40)}` as const,
      readAt: before(days),
    })
    await db.insert(chainTokens).values([
      { ...token, ...at(181, '1') },
      { ...token, ...at(179, '2') },
    ])
    await db.insert(nftItems).values([
      { chain: 'eip155:1', tokenId: 1n, name: 'N', image: null, ...at(181, '1') },
      { chain: 'eip155:1', tokenId: 1n, name: 'N', image: null, ...at(179, '2') },
    ])
    expect(await sweepFacts(db, before(180))).toBe(2)
    const left = [await db.select().from(chainTokens), await db.select().from(nftItems)]
    expect(left.map((rows) => rows.map(({ address }) => address))).toEqual([
      [`0x${'2'.repeat(40)}`],
      [`0x${'2'.repeat(40)}`],
    ])
  })
})

const hour = {
  hour: before(50),
  event: 'MODAL_OPEN',
  wallet: '',
  namespace: '',
  platform: '',
  device: '',
  code: '',
  count: 1,
}

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { configSchema } from '../base/config/schema.ts'
import { describeDatabases } from '../test/describe-databases.ts'
import { events } from './analytics-schema.ts'
import { databaseProjects, seedProjects } from './database-projects.ts'
import { projects } from './schema.ts'
import type { Database } from './sql.ts'

describeDatabases('seedProjects', (open) => {
  const made: { database?: Database } = {}
  const madeDb = () => (made.database as Database).db
  const seed = (listed: object[]) =>
    seedProjects(madeDb(), configSchema.parse({ projects: listed }).projects)
  beforeAll(async () => {
    made.database = await open()
  })

  test('default', async () => {
    const features = [
      { id: 'swap', isEnabled: true, config: ['a'] },
      { id: 'onramp', isEnabled: false, config: null },
    ]
    await seed([
      { id: 'a', origins: ['https://a.example', 'https://a.example'], features, analytics: true },
      { id: 'b' },
    ])
    expect(await databaseProjects(madeDb()).find('a')).toEqual({
      id: 'a',
      origins: ['https://a.example'],
      features,
      isAnalyticsEnabled: true,
    })
    expect(await databaseProjects(madeDb()).find('zzz')).toBeUndefined()
  })

  test('behavior: the file changes and removes what came from it, and leaves what the dashboard edited', async () => {
    await madeDb()
      .update(projects)
      .set({ source: 'dashboard', isAnalyticsEnabled: true })
      .where(eq(projects.id, 'b'))
    await seed([{ id: 'b', origins: ['https://b.example'] }])
    expect(await databaseProjects(madeDb()).find('a')).toBeUndefined()
    expect(await databaseProjects(madeDb()).find('b')).toMatchObject({
      origins: [],
      isAnalyticsEnabled: true,
    })
    await seed([])
    expect(await databaseProjects(madeDb()).find('b')).toBeDefined()
  })

  test('behavior: what the file no longer names is closed with its events, and open again when it does', async () => {
    await seed([{ id: 'c', origins: ['https://c.example'], analytics: true }])
    const event = {
      projectId: 'c',
      id: randomUUID(),
      at: new Date(),
      type: 'track',
      event: 'MODAL_OPEN',
    } as const
    await madeDb()
      .insert(events)
      .values({ ...event, domain: '', properties: {} })
    await seed([])
    expect(await databaseProjects(madeDb()).find('c')).toBeUndefined()
    expect(await madeDb().$count(events, eq(events.projectId, 'c'))).toBe(1)
    await seed([{ id: 'c', origins: ['https://d.example'] }])
    expect(await databaseProjects(madeDb()).find('c')).toMatchObject({
      origins: ['https://d.example'],
    })
    expect(await madeDb().$count(events, eq(events.projectId, 'c'))).toBe(1)
  })

  test('behavior: several that start at once agree', async () => {
    const listed = Array.from({ length: 5 }, (_, at) => ({
      id: `p${at}`,
      origins: ['https://p.example'],
    }))
    await Promise.all([seed(listed), seed(listed), seed(listed), seed(listed)])
    expect(await databaseProjects(madeDb()).find('p4')).toMatchObject({
      origins: ['https://p.example'],
    })
  })
})

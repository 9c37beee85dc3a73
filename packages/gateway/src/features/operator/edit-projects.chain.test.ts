import { beforeAll, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { seedProjects } from '../../data/database-projects.ts'
import type { Database } from '../../data/sql.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { findOperatorProject, listProjects } from './edit-projects.ts'

describeDatabases('listProjects', (open) => {
  const made: { database?: Database } = {}
  const db = () => (made.database as Database).db
  beforeAll(async () => {
    made.database = await open()
    const projects = Array.from({ length: 40 }, (_, at) => ({
      id: `shop-${String(at).padStart(2, '0')}`,
      origins: at % 3 ? [`https://b${at}.example`, `https://a${at}.example`] : [],
      features:
        at % 2
          ? [
              { id: 'swap', isEnabled: true, config: ['router'] },
              { id: 'activity', isEnabled: false },
            ]
          : [],
    }))
    await seedProjects(db(), configSchema.parse({ projects }).projects)
  })

  test('default: says of each what it says of it alone, with one statement for all', async () => {
    const asked = { count: 0 }
    const counted = new Proxy(db(), {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name !== 'select' && name !== 'execute') return value
        return (...given: unknown[]) => {
          asked.count += 1
          return value.apply(target, given)
        }
      },
    })
    const listed = await listProjects(counted)
    expect(listed.map(({ id }) => id)).toEqual([...listed.map(({ id }) => id)].sort())
    expect(listed).toHaveLength(40)
    expect(asked.count).toBe(1)
    for (const one of listed) {
      expect(one).toEqual(await findOperatorProject(db(), one.id))
    }
  })
})

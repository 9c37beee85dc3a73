import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../data/open-database.ts'
import { origins, projects } from '../data/schema.ts'
import { type GatewayProcess, startProcess } from '../test/start-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-restart-'))
const running: GatewayProcess[] = []
afterAll(async () => {
  for (const one of running) {
    await one.kill()
  }
  rmSync(folder, { recursive: true, force: true })
})

const originsOf = async (url: string, project: string): Promise<unknown> =>
  (await fetch(`${url}/projects/v1/origins?projectId=${project}`)).json()

describe('restart', () => {
  test('behavior: killed in the middle of its work, it comes back with its projects, three times over', async () => {
    writeFileSync(join(folder, 'latchkey.json'), JSON.stringify({ projects: [{ id: 'demo' }] }))
    // One that only the database knows: the file could restore the other.
    const { db, close } = await openDatabase({ folder: join(folder, 'database') })
    await db.insert(projects).values({ id: 'kept', source: 'dashboard' })
    await db.insert(origins).values({ projectId: 'kept', origin: 'https://kept.example' })
    await close()
    for (let round = 0; round < 3; round++) {
      const gateway = await startProcess(folder)
      running.push(gateway)
      const { url } = gateway
      expect(await originsOf(url, 'kept')).toEqual({ allowedOrigins: ['https://kept.example'] })
      expect(await originsOf(url, 'demo')).toEqual({ allowedOrigins: [] })
      const asking = Array.from({ length: 20 }, () => originsOf(url, 'demo').catch(() => undefined))
      await gateway.kill()
      await Promise.all(asking)
    }
    // Readable by anyone who opens the folder: nothing of it is spoilt.
    const again = await openDatabase({ folder: join(folder, 'database') })
    expect(await again.db.select().from(origins)).toEqual([
      { projectId: 'kept', origin: 'https://kept.example' },
    ])
    expect((await again.db.select().from(projects)).map(({ id }) => id).sort()).toEqual([
      'demo',
      'kept',
    ])
    await again.close()
  }, 120_000)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from './data/open-database.ts'
import { origins, projects } from './data/schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-restart-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The gateway as its own process on the folder; resolves when it listens. */
async function start(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(
    process.execPath,
    ['--conditions=latchkey-source', '--import', 'tsx', join(import.meta.dirname, 'cli.ts')],
    {
      env: {
        ...process.env,
        LATCHKEY_GATEWAY_DATA: folder,
        LATCHKEY_GATEWAY_PORT: '0',
        LATCHKEY_GATEWAY_LOG: 'silent',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.push(child)
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said.push(chunk.toString())
      const found = /^gateway (http:\/\/\S+)/m.exec(said.join(''))
      if (found?.[1]) resolve(found[1])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(said.join(''))))
  })
  return { url, child }
}
const gone = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
const originsOf = async (url: string, project: string): Promise<unknown> =>
  (await fetch(`${url}/projects/v1/origins?projectId=${project}`)).json()

describe('restart', () => {
  test('behavior: killed in the middle of its work, it comes back with its projects, three times over', async () => {
    writeFileSync(join(folder, 'latchkey.json'), JSON.stringify({ projects: [{ id: 'demo' }] }))
    // One that only the database knows: the file could restore the other.
    const { db, close } = await openDatabase(join(folder, 'database'))
    await db.insert(projects).values({ id: 'kept', source: 'dashboard' })
    await db.insert(origins).values({ projectId: 'kept', origin: 'https://kept.example' })
    await close()
    for (let round = 0; round < 3; round++) {
      const { url, child } = await start()
      expect(await originsOf(url, 'kept')).toEqual({ allowedOrigins: ['https://kept.example'] })
      expect(await originsOf(url, 'demo')).toEqual({ allowedOrigins: [] })
      const asking = Array.from({ length: 20 }, () => originsOf(url, 'demo').catch(() => undefined))
      await gone(child)
      await Promise.all(asking)
    }
    // Readable by anyone who opens the folder: nothing of it is spoilt.
    const again = await openDatabase(join(folder, 'database'))
    expect(await again.db.select().from(origins)).toEqual([{ projectId: 'kept', origin: 'https://kept.example' }])
    expect((await again.db.select().from(projects)).map(({ id }) => id).sort()).toEqual(['demo', 'kept'])
    await again.close()
  }, 120_000)
})

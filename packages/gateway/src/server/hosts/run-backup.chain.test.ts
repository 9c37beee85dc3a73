import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../data/open-database.ts'
import { projects } from '../../data/schema.ts'
import { type PostgresServer, startPostgres } from '../../test/start-postgres.ts'
import { lockFolder } from './lock-folder.ts'
import { startGateway } from './node.ts'
import { runBackup, runRestore } from './run-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
const data = join(folder, 'data')
const file = join(folder, 'one.gz')
const made: { server?: PostgresServer; env?: NodeJS.ProcessEnv } = {}
beforeAll(async () => {
  const [server] = await Promise.all([startPostgres(), fillFolder()])
  Object.assign(made, { server, env: { DATABASE_URL: await server.createDatabase() } })
})
afterAll(async () => {
  await made.server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function fillFolder(): Promise<void> {
  mkdirSync(data)
  const database = await openDatabase({ folder: join(data, 'database') })
  await database.db.insert(projects).values({ id: 'kept' })
  await database.close()
}

describe('runBackup', () => {
  test('default', async () => {
    expect(await runBackup(data, {}, file)).toBe(`1 rows in ${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await runRestore(join(folder, 'unused'), made.env ?? {}, file, false)).toBe(
      '1 rows restored',
    )
    const { db, close } = await openDatabase({ url: made.env?.DATABASE_URL })
    expect(await db.select().from(projects)).toMatchObject([{ id: 'kept' }])
    // Goes on while it is used.
    const second = join(folder, 'two.gz')
    await runBackup(join(folder, 'unused'), made.env ?? {}, second)
    const lines = (path: string) => gunzipSync(readFileSync(path)).toString().split('\n').slice(1)
    expect(lines(second)).toEqual(lines(file))
    await close()
    expect(readdirSync(folder).sort()).toEqual(['data', 'one.gz', 'two.gz'])
  })

  test('behavior: neither overwrites a file nor takes a database that a gateway has open', async () => {
    await expect(runBackup(data, {}, file)).rejects.toMatchObject({ code: 'config-invalid' })
    const unlock = await lockFolder(data)
    const other = join(folder, 'three.gz')
    await expect(runBackup(data, {}, other)).rejects.toMatchObject({
      context: { reason: expect.stringContaining('in use by process') },
    })
    await unlock()
    await expect(runBackup(join(folder, 'nowhere'), {}, other)).rejects.toMatchObject({
      context: { reason: expect.stringContaining('no database') },
    })
    expect(readdirSync(folder)).not.toContain('three.gz')
    expect(readdirSync(folder)).not.toContain('nowhere')
    await (await lockFolder(data))()
  })

  test('behavior: PostgreSQL is not filled while a gateway uses it', async () => {
    const env = { ...made.env, NODE_ENV: 'production', LATCHKEY_GATEWAY_LOG: 'silent' }
    const gateway = await startGateway({ dataDir: join(folder, 'live'), port: 0, env })
    try {
      await expect(runRestore(folder, env, file, true)).rejects.toMatchObject({
        code: 'config-invalid',
        context: { reason: 'a gateway uses this database' },
      })
      // A server that was away in between changes nothing.
      await made.server?.crash()
      await made.server?.start()
      await vi.waitFor(async () => {
        await expect(runRestore(folder, env, file, true)).rejects.toMatchObject({
          context: { reason: 'a gateway uses this database' },
        })
      }, 10_000)
    } finally {
      await gateway.stop()
      rmSync(join(folder, 'live'), { recursive: true })
    }
    expect(await runRestore(folder, env, file, true)).toBe('1 rows restored')
  })

  test('behavior: a file that is damaged or none changes nothing', async () => {
    const whole = readFileSync(file)
    const broken = join(folder, 'broken.gz')
    for (const bytes of [
      whole.subarray(0, whole.length - 9),
      Buffer.from('<html>'),
      gzipSync(''),
    ]) {
      writeFileSync(broken, bytes)
      const error = await runRestore(folder, made.env ?? {}, broken, true).catch((one) => one)
      expect(error.code).toBe('config-invalid')
    }
    await expect(
      runRestore(folder, made.env ?? {}, join(folder, 'none.gz'), true),
    ).rejects.toMatchObject({
      code: 'config-invalid',
    })
    const { db, close } = await openDatabase({ url: made.env?.DATABASE_URL })
    expect(await db.select().from(projects)).toMatchObject([{ id: 'kept' }])
    await close()
  })
})

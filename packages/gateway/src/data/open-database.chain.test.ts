import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeDatabases } from '../test/describe-databases.ts'
import { type PostgresServer, postgresPassword, startPostgres } from '../test/start-postgres.ts'
import { tryLockPostgres } from './lock-postgres.ts'
import { knownSteps, queryRows, readAppliedSteps } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { projects } from './schema.ts'
import type { Database, Sql } from './sql.ts'

const refused = async (opening: Promise<unknown>): Promise<LatchkeyError> => {
  const error = await opening.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(LatchkeyError)
  expect(
    JSON.stringify([error.message, error.context, error.stack, String(error.cause)]),
  ).not.toContain(postgresPassword)
  return error
}

describeDatabases('openDatabase', (open) => {
  const made: { database?: Database } = {}
  const database = () => made.database as Database
  beforeAll(async () => {
    made.database = await open()
  })

  test('default', async () => {
    expect(await readAppliedSteps(database().db)).toEqual(knownSteps().map(({ madeAt }) => madeAt))
    const [row] = await queryRows(
      database().db,
      sql`select 9007199254740993::bigint as whole, now()::text as now`,
    )
    expect(row).toEqual({ whole: '9007199254740993', now: expect.stringMatching(/\+00$/) })
  })

  test('behavior: a lock is held once, and free again when released', async () => {
    const lock = await database().tryLock('writer')
    expect(await database().tryLock('writer')).toBeUndefined()
    const other = await database().tryLock('other')
    expect(other?.signal.aborted).toBe(false)
    await other?.release()
    await lock?.release()
    const again = await database().tryLock('writer')
    expect(again).toBeDefined()
    await again?.release()
  })
})

describe('openDatabase with a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-database-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('behavior: keeps what was written, and refuses what a newer version wrote', async () => {
    const first = await openDatabase({ folder })
    await first.db.insert(projects).values({ id: 'kept' })
    await first.close()
    const second = await openDatabase({ folder })
    expect(await second.db.select().from(projects)).toMatchObject([{ id: 'kept' }])
    await addStep(second.db)
    await second.close()
    expect(await refused(openDatabase({ folder }))).toMatchObject({
      code: 'config-invalid',
      context: { reason: expect.stringContaining('a newer version') },
    })
  })
})

/** As a later version would leave it. */
const addStep = (db: Sql) =>
  db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
  )

describe('openDatabase with an address', () => {
  const made: { server?: PostgresServer } = {}
  const server = () => made.server as PostgresServer
  const opened: Database[] = []
  const open = async (options: Parameters<typeof openDatabase>[0]): Promise<Database> => {
    const database = await openDatabase(options)
    opened.push(database)
    return database
  }
  beforeAll(async () => {
    made.server = await startPostgres()
  })
  afterAll(async () => {
    for (const one of opened) {
      await one.close()
    }
    await server().stop()
  })

  test('behavior: several that start at once bring it forward once', async () => {
    const url = await server().createDatabase()
    const replicas = await Promise.all(Array.from({ length: 5 }, () => open({ url })))
    expect(await readAppliedSteps((replicas[0] as Database).db)).toEqual(
      knownSteps().map(({ madeAt }) => madeAt),
    )
  })

  test('behavior: refuses what a newer version wrote, and steps it does not know', async () => {
    const url = await server().createDatabase()
    const { db } = await open({ url })
    await addStep(db)
    expect((await refused(openDatabase({ url }))).context.reason).toContain('a newer version')
    await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`)
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`)
    expect((await refused(openDatabase({ url }))).context.reason).toContain('other steps')
  })

  test('behavior: one replica of two holds a lock; the other gets it when the connection is cut', async () => {
    const url = await server().createDatabase()
    const [first, second] = await Promise.all([open({ url }), open({ url })])
    const lock = await first?.tryLock('writer')
    expect(await second?.tryLock('writer')).toBeUndefined()
    await (second as Database).db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'latchkey-gateway writer'`,
    )
    await vi.waitFor(() => expect(lock?.signal.aborted).toBe(true))
    const taken = await vi.waitFor(async () => {
      const next = await second?.tryLock('writer')
      expect(next).toBeDefined()
      return next
    })
    await lock?.release()
    expect(taken?.signal.aborted).toBe(false)
    await taken?.release()
    expect(taken?.signal.aborted).toBe(true)
  })

  test('behavior: a lock is given up when the server falls silent', async () => {
    const url = new URL(await server().createDatabase())
    const sockets: Socket[] = []
    const line = createServer((near) => {
      const far = connect(server().port, '127.0.0.1')
      sockets.push(near, far)
      near.pipe(far).pipe(near)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => line.once('listening', resolve))
    url.port = String((line.address() as { port: number }).port)
    const lock = await tryLockPostgres(url.href, 'writer', 100)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(lock?.signal.aborted).toBe(false)
    for (const socket of sockets) {
      socket.unpipe().pause()
    }
    await vi.waitFor(() => expect(lock?.signal.aborted).toBe(true), 10_000)
    await lock?.release()
    for (const socket of sockets) {
      socket.destroy()
    }
    line.close()
  })

  test('parameters: statementTimeoutMs', async () => {
    const { db } = await open({
      url: await server().createDatabase(),
      statementTimeoutMs: 300,
      maxConnections: 2,
    })
    const tooLong = () => queryRows(db, sql`select pg_sleep(20)`)
    for (const one of await Promise.allSettled([tooLong(), tooLong(), tooLong()])) {
      expect(one).toMatchObject({ status: 'rejected', reason: { cause: { code: '57014' } } })
    }
    expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  test('behavior: a transaction whose connection is cut fails alone, and leaves nothing half done', async () => {
    const url = await server().createDatabase()
    const { db, gauges } = await open({ url, maxConnections: 2 })
    const cut = db.transaction(async (tx) => {
      await tx.insert(projects).values({ id: 'half' })
      const [row] = await queryRows(tx as unknown as Sql, sql`select pg_backend_pid() as pid`)
      await queryRows(db, sql`select pg_terminate_backend(${row?.pid})`)
      await tx.insert(projects).values({ id: 'other half' })
    })
    await expect(cut).rejects.toBeDefined()
    expect(await db.select().from(projects)).toEqual([])
    expect(gauges().connections).toBeLessThanOrEqual(2)
  })

  test('behavior: an outage ends the lock and nothing else; a start meanwhile waits', async () => {
    const url = await server().createDatabase()
    const { db, tryLock } = await open({ url })
    const lock = await tryLock('writer')
    await server().crash()
    await vi.waitFor(() => expect(lock?.signal.aborted).toBe(true))
    await expect(queryRows(db, sql`select 1`)).rejects.toBeDefined()
    await expect(tryLock('writer')).rejects.toBeDefined()
    const late = await refused(openDatabase({ url, startTimeoutMs: 600 }))
    expect(late).toMatchObject({
      code: 'config-invalid',
      context: {
        reason: expect.stringMatching(/^PostgreSQL did not answer for 1 s \(ECONNREFUSED\)$/),
      },
    })
    const waiting = open({ url, startTimeoutMs: 30_000 })
    await server().start()
    await waiting
    expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }])
    const again = await tryLock('writer')
    expect(again?.signal.aborted).toBe(false)
    await again?.release()
  })

  test('behavior: what waiting does not mend is said at once', async () => {
    const url = new URL(await server().createDatabase())
    const startedAt = Date.now()
    const missing = new URL(url)
    missing.pathname = '/nothing-here'
    expect((await refused(openDatabase({ url: missing.href }))).context.reason).toContain('3D000')
    url.password = `${postgresPassword}x`
    expect((await refused(openDatabase({ url: url.href }))).context.reason).toContain('28P01')
    expect(Date.now() - startedAt).toBeLessThan(20_000)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { isOutage } from '../../base/is-outage.ts'
import { storeLimits } from '../../features/relay/open-store.ts'
import { createRelay } from '../../features/relay/relay.ts'
import { memoryStore } from '../../features/relay/store/memory-store.ts'
import { relaySockets } from '../../server/hosts/relay-sockets.ts'
import { configOf } from '../../test/make-gateway.ts'
import { makeTestIdentity } from '../../test/make-relay.ts'
import { queryRows } from '../migrations.ts'
import { openDatabase } from '../open-database.ts'
import { projects } from '../schema.ts'
import type { Database } from '../sql.ts'

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  )
/** The threads that were started, to end one from without as a fault of its own would. */
const threads = vi.hoisted(() => [] as Worker[])
vi.mock('./start-worker.ts', async (original) => {
  const { startWorker } = await original<typeof import('./start-worker.ts')>()
  const started = async (data: Parameters<typeof startWorker>[0]): Promise<Worker> => {
    const worker = await startWorker(data)
    threads.push(worker)
    return worker
  }
  return { startWorker: started }
})
const crash = () => threads.at(-1)?.terminate()
/** Would take longer than any test. */
const endless = sql`select count(*) from generate_series(1, 100000000000)`

describe('a database in memory', () => {
  const made: { database?: Database; logged: string[] } = { logged: [] }
  const madeDb = () => (made.database as Database).db
  const read = (query: SQL) => queryRows(madeDb(), query)
  beforeAll(async () => {
    const note = (_: object, message: string): void => void made.logged.push(message)
    made.database = await openDatabase({ log: { info: note, error: note } })
  })
  afterAll(() => made.database?.close())

  test('behavior: errors keep what they say, and a transaction that fails leaves nothing', async () => {
    await madeDb().insert(projects).values({ id: 'first' })
    const error = await failed(
      madeDb().transaction(async (tx) => {
        await tx.insert(projects).values({ id: 'second' })
        await tx.insert(projects).values({ id: 'first' })
      }),
    )
    expect(error).toMatchObject({ cause: { code: '23505', constraint: 'projects_pkey' } })
    expect(await read(sql`select id from projects`)).toEqual([{ id: 'first' }])
  })

  test('behavior: what fails at the end of a transaction fails the transaction', async () => {
    await madeDb().execute(
      sql`create table linked (of text references projects (id) deferrable initially deferred)`,
    )
    const error = await failed(
      madeDb().transaction((tx) => tx.execute(sql`insert into linked values ('nobody')`)),
    )
    expect(error).toMatchObject({ code: '23503' })
    expect(await read(sql`select * from linked`)).toEqual([])
  })

  test('behavior: what cannot cross to the thread fails alone', async () => {
    expect(await failed(read(sql`select ${() => 'a function'}::text`))).toBeInstanceOf(Error)
    expect(await read(sql`select 1::bigint as one`)).toEqual([{ one: '1' }])
  })

  test('behavior: one that crashes refuses what is under way, what waits and what comes', async () => {
    const [under, waiting] = [failed(read(endless)), failed(read(sql`select 1`))]
    await crash()
    expect(isOutage(await under)).toBe(true)
    expect(isOutage(await waiting)).toBe(true)
    expect(isOutage(await failed(read(sql`select 1`)))).toBe(true)
    expect(made.logged).toEqual(['the embedded database crashed'])
  })
})

describe('a database in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-thread-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('behavior: one that crashes is opened again, with all that was kept and nothing that was not', async () => {
    const database = await openDatabase({ folder: join(folder, 'database') })
    try {
      const { db } = database
      await db.insert(projects).values({ id: 'kept' })
      const lost = await failed(
        db.transaction(async (tx) => {
          await tx.insert(projects).values({ id: 'lost' })
          const under = tx.execute(endless)
          await crash()
          await under
        }),
      )
      expect(isOutage(lost)).toBe(true)
      expect(await queryRows(db, sql`select id from projects`)).toEqual([{ id: 'kept' }])
      await db.insert(projects).values({ id: 'later' })
      expect(await queryRows(db, sql`show timezone`)).toEqual([{ TimeZone: 'UTC' }])
    } finally {
      await database.close()
    }
    expect(await failed(database.db.execute(sql`select 1`))).toBeInstanceOf(Error)
  })
})

describe('a relay beside a database', () => {
  const made: { database?: Database; server?: Server; sockets?: ReturnType<typeof relaySockets> } =
    {}
  afterAll(async () => {
    await made.sockets?.stop()
    made.server?.close()
    await made.database?.close()
  })

  test('behavior: answers before a long statement has ended that was there first', async () => {
    const database = await openDatabase()
    made.database = database
    const { relay: limits } = configOf(['http://node.example'])
    const log = { info: () => {}, error: () => {} }
    const relay = await createRelay({
      limits,
      log,
      openStore: async (listener) => memoryStore(storeLimits(limits), listener),
    })
    made.sockets = relaySockets(relay, () => 'caller')
    made.server = createServer().on('upgrade', made.sockets.upgrade)
    await new Promise<void>((done) => made.server?.listen(0, '127.0.0.1', done))
    const { port } = made.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?auth=${makeTestIdentity().token()}`)
    await new Promise((done) => socket.once('open', done))
    const order: string[] = []
    const pong = new Promise<void>((done) =>
      socket.once('pong', () => {
        order.push('relay')
        done()
      }),
    )
    const long = database.db
      .execute(sql`select count(*) from generate_series(1, 10000000)`)
      .then(() => order.push('statement'))
    // The statement is under way: where it ran in this loop, it would have ended before anything
    // else is done.
    await new Promise((done) => setImmediate(done))
    socket.ping()
    await Promise.all([pong, long])
    expect(order).toEqual(['relay', 'statement'])
  })
})

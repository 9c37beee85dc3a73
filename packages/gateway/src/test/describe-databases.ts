import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase } from '../data/open-database.ts'
import type { Database } from '../data/sql.ts'
import { type PostgresServer, startPostgres } from './start-postgres.ts'

/** A new, empty database, brought forward; closed by itself when the suite is over. */
export type OpenEmpty = () => Promise<Database>

/**
 * Runs a suite on both databases: PGlite in memory, and a real PostgreSQL that is started for it.
 * Whatever reads or writes SQL is tested by this, in a file `*.chain.test.ts`. Call `open` once, in
 * `beforeAll`: PGlite takes seconds.
 */
export function describeDatabases(name: string, suite: (open: OpenEmpty) => void): void {
  describe(`${name} on PGlite`, () => suite(opener(() => openDatabase())))
  describe(`${name} on PostgreSQL`, () => {
    const made: { server?: PostgresServer } = {}
    beforeAll(async () => {
      made.server = await startPostgres()
    })
    afterAll(() => made.server?.stop())
    suite(
      opener(async () => openDatabase({ url: (await made.server?.createDatabase()) as string })),
    )
  })
}

/** Hooks of a suite run last made first: what is opened here is closed before its server ends. */
function opener(open: OpenEmpty): OpenEmpty {
  const opened: Database[] = []
  afterAll(async () => {
    for (const one of opened) {
      await one.close()
    }
  })
  return async () => {
    const database = await open()
    opened.push(database)
    return database
  }
}

import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { migrationsFolder } from '../migrations-folder.ts'
import type { Database, Sql } from './sql.ts'

/** Opens the embedded database and brings it forward; without `folder` it lives in memory. */
export async function openDatabase(folder?: string): Promise<Database> {
  const client = folder ? new PGlite(folder) : new PGlite()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder })
  const held = new Set<string>()
  return {
    db: db as unknown as Sql,
    async tryLock(name) {
      if (held.has(name)) return undefined
      held.add(name)
      return { signal: new AbortController().signal, release: async () => void held.delete(name) }
    },
    close: () => client.close(),
  }
}

import { PGlite } from '@electric-sql/pglite'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { migrationsFolder } from '../migrations-folder.ts'

export interface Database {
  readonly db: PgliteDatabase
  close(): Promise<void>
}

/** Opens the embedded database and brings it forward; without `folder` it lives in memory. */
export async function openDatabase(folder?: string): Promise<Database> {
  const client = folder ? new PGlite(folder) : new PGlite()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder })
  return { db, close: () => client.close() }
}

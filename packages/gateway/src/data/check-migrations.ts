import { LatchkeyError } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrationsFolder } from '../migrations-folder.ts'
import type { Sql } from './sql.ts'

/** When each migration of this version was made, oldest first: how the database names them. */
export function knownMigrations(): readonly number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
}

/** Migrations the database has taken, oldest first; none where it is new. */
export async function takenMigrations(db: Sql): Promise<readonly number[]> {
  const rowsOf = async (query: ReturnType<typeof sql>) =>
    ((await db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows
  const [found] = await rowsOf(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`)
  if (!found?.name) return []
  const rows = await rowsOf(sql`select created_at from drizzle.__drizzle_migrations order by created_at`)
  return rows.map(({ created_at: made }) => Number(made))
}

/**
 * Refuses a database that another version wrote: there is no way back.
 * @throws `config-invalid`
 */
export async function checkMigrations(db: Sql, known: readonly number[] = knownMigrations()): Promise<void> {
  const taken = await takenMigrations(db)
  const foreign = taken.findIndex((made, at) => made !== known[at])
  if (foreign < 0) return
  const when = new Date(taken[foreign] as number).toISOString()
  const isNewer = foreign >= known.length
  throw new LatchkeyError('config-invalid', {
    reason: isNewer
      ? `the database was brought forward by a newer version (its step of ${when} is unknown here), and there is no way back`
      : `the database has other steps than this version (the one of ${when} is unknown here)`,
    fix: isNewer
      ? 'run that version or a later one, or restore a back-up into an empty database'
      : 'restore a back-up into an empty database',
  })
}

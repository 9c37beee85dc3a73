import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import { type SQL, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrationsFolder } from './migrations-folder.ts'
import type { Sql } from './sql.ts'

/** One migration of the tables; `madeAt` (milliseconds) identifies it in the database. */
export interface MigrationStep {
  readonly madeAt: number
  readonly hash: string
  readonly statements: readonly string[]
}

/** A table, with the columns that it has after a migration step. */
export interface KnownTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

interface Snapshot {
  readonly tables: Readonly<
    Record<
      string,
      {
        readonly name: string
        readonly columns: Readonly<Record<string, { readonly name: string; readonly type: string }>>
        readonly foreignKeys: Readonly<Record<string, { readonly tableTo: string }>>
      }
    >
  >
}

/** The migration steps of this version, oldest first. */
export function knownSteps(): readonly MigrationStep[] {
  return readMigrationFiles({ migrationsFolder }).map(
    ({ folderMillis, hash, sql: statements }) => ({
      madeAt: folderMillis,
      hash,
      statements,
    }),
  )
}

/**
 * The tables that exist after `steps` migration steps; each table comes after the tables that it
 * refers to.
 */
export function listTablesAfter(steps: number): readonly KnownTable[] {
  if (steps === 0) return []
  const snapshotPath = join(
    migrationsFolder,
    'meta',
    `${String(steps - 1).padStart(4, '0')}_snapshot.json`,
  )
  const { tables } = JSON.parse(readFileSync(snapshotPath, 'utf8')) as Snapshot
  const orderedTables = new Map<string, KnownTable>()
  const appendTable = (name: string): void => {
    const table = tables[`public.${name}`]
    if (!table || orderedTables.has(name)) return
    for (const { tableTo } of Object.values(table.foreignKeys)) {
      if (tableTo !== name) appendTable(tableTo)
    }
    orderedTables.set(name, {
      name,
      columns: Object.values(table.columns).map(({ name, type }) => ({ name, type })),
    })
  }
  for (const { name } of Object.values(tables)) {
    appendTable(name)
  }
  return [...orderedTables.values()]
}

/**
 * Returns the rows of a statement in the same form for both database drivers; whole numbers are
 * text.
 */
export async function queryRows(db: Sql, query: SQL): Promise<readonly Record<string, unknown>[]> {
  return ((await db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows
}

/**
 * Ids of the migration steps that the database has taken, oldest first; empty for a new database.
 */
export async function readAppliedSteps(db: Sql): Promise<readonly number[]> {
  const [found] = await queryRows(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!found?.name) return []
  const rows = await queryRows(
    db,
    sql`select created_at from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map(({ created_at: madeAt }) => Number(madeAt))
}

/**
 * Refuses a database or backup of another version: steps cannot be undone.
 * @param subject - subject of the message, such as "the database"
 * @throws `config-invalid`
 */
export function checkSteps(
  appliedSteps: readonly number[],
  knownMigrations: readonly MigrationStep[],
  subject: string,
): void {
  const foreignIndex = appliedSteps.findIndex(
    (madeAt, index) => madeAt !== knownMigrations[index]?.madeAt,
  )
  if (foreignIndex < 0) return
  const stepTime = new Date(appliedSteps[foreignIndex] as number).toISOString()
  const isNewer = foreignIndex >= knownMigrations.length
  throw new LatchkeyError('config-invalid', {
    reason: isNewer
      ? `${subject} was brought forward by a newer version (its step of ${stepTime} is unknown here), and there is no way back`
      : `${subject} has other steps than this version (the one of ${stepTime} is unknown here)`,
    fix: isNewer
      ? 'run that version or a later one, or restore an older back-up into an empty database'
      : 'restore a back-up into an empty database',
  })
}

/**
 * Takes the migration steps that are missing, all or none; the caller must hold the lock
 * `migrations`.
 * @throws `config-invalid` when the database belongs to another version
 */
export async function applyMissingSteps(
  db: Sql,
  knownMigrations: readonly MigrationStep[] = knownSteps(),
): Promise<void> {
  const appliedSteps = await readAppliedSteps(db)
  checkSteps(appliedSteps, knownMigrations, 'the database')
  await applySteps(db, knownMigrations.slice(appliedSteps.length))
}

/** Takes the given migration steps in one transaction, or in the current one if there is one. */
export async function applySteps(db: Sql, steps: readonly MigrationStep[]): Promise<void> {
  if (!steps.length) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(
      sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    )
    for (const { madeAt, hash, statements } of steps) {
      for (const statement of statements) {
        await tx.execute(sql.raw(statement))
      }
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${madeAt})`,
      )
    }
  })
}

import { LatchkeyError } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { lockKey } from '../lock-key.ts'
import {
  applySteps,
  checkSteps,
  type KnownTable,
  knownSteps,
  listTablesAfter,
  type MigrationStep,
  queryRows,
  readAppliedSteps,
} from '../migrations.ts'
import type { Sql } from '../sql.ts'
import type { BackupHead } from './backup-format.ts'

const rowsPerInsert = 500
const charactersPerInsert = 1_000_000

export interface RestoreOptions {
  /** Whether existing data of the database may be deleted. */
  readonly isReplacing: boolean
}

/**
 * Restores a backup into a database and migrates it to this version, in one transaction.
 * @returns rows restored
 * @throws `config-invalid`: not a backup, an incomplete one, one of a newer version, or a database
 *   with data
 */
export async function restoreBackup(
  db: Sql,
  lines: AsyncIterable<string>,
  { isReplacing }: RestoreOptions,
): Promise<number> {
  const knownMigrations = knownSteps()
  const iterator = lines[Symbol.asyncIterator]()
  const readEntry = async (): Promise<unknown> => {
    const { value, done } = await iterator.next()
    if (done) throw unreadableError('it ends too early')
    return parseLine(value)
  }
  const backupHead = readHead(await readEntry())
  checkSteps(backupHead.steps, knownMigrations, 'the back-up')
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey('migrations')})`)
    await clearTables(tx, knownMigrations, isReplacing)
    await applySteps(tx, knownMigrations.slice(0, backupHead.steps.length))
    const tables = new Map(
      listTablesAfter(backupHead.steps.length).map((table) => [table.name, table]),
    )
    let rows = 0
    let entry = await readEntry()
    while (!isEnd(entry)) {
      const table = readTable(entry, tables)
      let batch: unknown[] = []
      let characters = 0
      for (entry = await readEntry(); Array.isArray(entry); entry = await readEntry()) {
        batch.push(entry)
        rows += 1
        characters += entry.reduce(
          (sum: number, text) => sum + (typeof text === 'string' ? text.length : 0),
          0,
        )
        if (batch.length < rowsPerInsert && characters < charactersPerInsert) continue
        await insertBatch(tx, table, batch)
        batch = []
        characters = 0
      }
      if (batch.length) await insertBatch(tx, table, batch)
    }
    if (entry.rows !== rows)
      throw unreadableError(`it speaks of ${entry.rows} rows and holds ${rows}`)
    await applySteps(tx, knownMigrations.slice(backupHead.steps.length))
    return rows
  })
}

/** Drops the tables of Latchkey, of this version or an older one, and nothing else. */
async function clearTables(
  tx: Sql,
  knownMigrations: readonly MigrationStep[],
  isReplacing: boolean,
): Promise<void> {
  const appliedSteps = await readAppliedSteps(tx)
  checkSteps(appliedSteps, knownMigrations, 'the database')
  const presentTables = listTablesAfter(appliedSteps.length)
  for (const { name } of isReplacing ? [] : presentTables) {
    const [row] = await queryRows(tx, sql`select 1 as found from ${sql.identifier(name)} limit 1`)
    if (row)
      throw new LatchkeyError('config-invalid', {
        reason: `the database is not empty: there is something in "${name}"`,
        fix: 'restore into an empty one, or add --replace to give up what it holds',
      })
  }
  for (const { name } of [...presentTables].reverse()) {
    await tx.execute(sql`drop table ${sql.identifier(name)} cascade`)
  }
  if (appliedSteps.length) await tx.execute(sql`delete from drizzle.__drizzle_migrations`)
}

async function insertBatch(
  tx: Sql,
  { name, columns }: KnownTable,
  rows: readonly unknown[],
): Promise<void> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  )
  const values = sql.join(
    columns.map(({ type }, index) => sql.raw(`(r->>${index})::${type}`)),
    sql`, `,
  )
  await tx.execute(
    sql`insert into ${sql.identifier(name)} (${names}) select ${values} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`,
  )
}

function readHead(value: unknown): BackupHead {
  const { format, version, steps } = Object(value) as Partial<BackupHead>
  if (format !== 'latchkey-backup' || version !== 1 || !Array.isArray(steps) || !steps.length)
    throw unreadableError('it is no back-up of a gateway')
  return value as BackupHead
}

/**
 * Table and column names go into SQL statements, so only names of this version's migrations are
 * accepted.
 */
function readTable(value: unknown, tables: ReadonlyMap<string, KnownTable>): KnownTable {
  const { table: name, columns } = Object(value) as { table?: unknown; columns?: unknown }
  const table = typeof name === 'string' ? tables.get(name) : undefined
  const knownMigrations = table?.columns.map((column) => column.name)
  if (!table || JSON.stringify(knownMigrations) !== JSON.stringify(columns))
    throw unreadableError('its tables are not ours')
  return table
}

function isEnd(value: unknown): value is { readonly rows: number } {
  return Object(value).end === true
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw unreadableError('a line of it is not JSON')
  }
}

function unreadableError(reason: string): LatchkeyError {
  return new LatchkeyError('config-invalid', {
    reason: `the back-up cannot be read: ${reason}`,
    fix: 'take another',
  })
}

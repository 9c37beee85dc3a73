import { sql } from 'drizzle-orm'
import {
  checkSteps,
  type KnownTable,
  knownSteps,
  listTablesAfter,
  queryRows,
  readAppliedSteps,
} from '../migrations.ts'
import type { Sql } from '../sql.ts'
import type { BackupEnd, BackupHead, BackupTable } from './backup-format.ts'

const rowsPerRead = 500

/**
 * Writes a consistent snapshot of the whole database line by line, while other connections continue
 * to write.
 * @returns rows written
 * @throws `config-invalid` for the database of another version
 */
export async function writeBackup(
  db: Sql,
  write: (line: string) => Promise<void>,
): Promise<number> {
  const transactionOptions = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const steps = await readAppliedSteps(tx)
    checkSteps(steps, knownSteps(), 'the database')
    const backupHead: BackupHead = {
      format: 'latchkey-backup',
      version: 1,
      steps,
      madeAt: new Date().toISOString(),
    }
    await write(JSON.stringify(backupHead))
    let rows = 0
    for (const table of listTablesAfter(steps.length)) {
      const columns = table.columns.map(({ name }) => name)
      await write(JSON.stringify({ table: table.name, columns } satisfies BackupTable))
      for await (const row of rowsAsText(tx, table)) {
        await write(JSON.stringify(row))
        rows += 1
      }
    }
    await write(JSON.stringify({ end: true, rows } satisfies BackupEnd))
    return rows
  }, transactionOptions)
}

/** Rows as PostgreSQL's own text of each value: exact, and readable by PostgreSQL and PGlite. */
async function* rowsAsText(
  tx: Sql,
  { name, columns }: KnownTable,
): AsyncGenerator<readonly (string | null)[]> {
  const columnsAsText = columns.map(
    (column, index) => sql`${sql.identifier(column.name)}::text as ${sql.identifier(`c${index}`)}`,
  )
  await tx.execute(
    sql`declare backup no scroll cursor for select ${sql.join(columnsAsText, sql`, `)} from ${sql.identifier(name)}`,
  )
  for (;;) {
    const rows = await queryRows(tx, sql.raw(`fetch ${rowsPerRead} from backup`))
    for (const row of rows) {
      yield columns.map((_, index) => row[`c${index}`] as string | null)
    }
    if (rows.length < rowsPerRead) break
  }
  await tx.execute(sql`close backup`)
}

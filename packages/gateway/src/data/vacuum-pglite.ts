import type { PgliteRunner } from './watched-pglite.ts'

/**
 * A table is vacuumed when it has more than this number of dead rows and more than this ratio of
 * dead to live rows.
 */
const minDeadRows = 1_000
const minDeadShare = 0.2

/**
 * Frees the space of deleted and replaced rows in all tables with many of them: PostgreSQL does
 * this by itself, the embedded database never. The files keep their size and the space is reused.
 * @returns the vacuumed tables
 */
export async function vacuumPglite(client: PgliteRunner): Promise<readonly string[]> {
  // Without this flush, PostgreSQL reports the statistics late, and only with the session's next
  // statement.
  await client.query('select pg_stat_force_next_flush()')
  await client.query('select 1')
  const { rows } = await client.query(
    `select quote_ident(relname) as name from pg_stat_user_tables
      where n_dead_tup > $1 and n_dead_tup > n_live_tup * $2::float8`,
    [minDeadRows, minDeadShare],
  )
  const tableNames = (rows as readonly { readonly name: string }[]).map(({ name }) => name)
  for (const tableName of tableNames) {
    await client.query(`vacuum ${tableName}`)
  }
  return tableNames
}

import type { PgliteRunner } from './watched-pglite.ts'

/** A table is looked over when so many rows of it are dead, and so many for each that lives. */
const fewestDead = 1_000
const deadShare = 0.2

/**
 * Makes room of rows that were deleted or replaced, in all tables that have many: what PostgreSQL does by itself and the embedded
 * database never. The room stays in the files and is used again.
 * @returns the tables looked over
 */
export async function vacuumPglite(client: PgliteRunner): Promise<readonly string[]> {
  // Counts of a session are told late otherwise, and no sooner than with its next statement.
  await client.query('select pg_stat_force_next_flush()')
  await client.query('select 1')
  const { rows } = await client.query(
    `select quote_ident(relname) as name from pg_stat_user_tables
      where n_dead_tup > $1 and n_dead_tup > n_live_tup * $2::float8`,
    [fewestDead, deadShare],
  )
  const names = (rows as readonly { readonly name: string }[]).map(({ name }) => name)
  for (const name of names) {
    await client.query(`vacuum ${name}`)
  }
  return names
}

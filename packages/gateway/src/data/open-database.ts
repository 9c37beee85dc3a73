import type { OpenOptions } from './open-options.ts'
import type { Database } from './sql.ts'

/**
 * Opens the database and migrates it: PGlite inside this process, or PostgreSQL at its address.
 * @throws `config-invalid` with reason: no server, wrong password, a database of a newer version
 */
export async function openDatabase({
  folder,
  url,
  ...limits
}: OpenOptions = {}): Promise<Database> {
  // Each driver is loaded only when it is used.
  if (url === undefined) return (await import('./open-pglite.ts')).openPglite(folder, limits)
  return (await import('./open-postgres.ts')).openPostgres(url, limits)
}

import type { OpenOptions } from './open-options.ts'
import type { Database } from './sql.ts'

/**
 * Opens the database and brings it forward: PGlite inside this process, or PostgreSQL by its
 * address.
 * @throws `config-invalid` with reason: no server, wrong password, a database of a newer version
 */
export async function openDatabase({
  folder,
  url,
  ...limits
}: OpenOptions = {}): Promise<Database> {
  // Either driver is loaded only where it is wanted.
  if (url === undefined) return (await import('./open-pglite.ts')).openPglite(folder, limits)
  return (await import('./open-postgres.ts')).openPostgres(url, limits)
}

import type { Watch } from '../watch/watch.ts'
import type { Database } from './sql.ts'

export interface OpenOptions {
  /** Of the embedded database, used where there is no `url`; without it that lives in memory. */
  readonly folder?: string | undefined
  /** `postgres://…` */
  readonly url?: string | undefined
  /** Of PostgreSQL: connections at once, ms a statement may take, ms to wait at start for a server that is down. */
  readonly maxConnections?: number
  readonly statementTimeoutMs?: number
  readonly startTimeoutMs?: number
  /** False leaves the tables as they are: for back-ups and what restores them. */
  readonly isForwarded?: boolean
  /** Takes note of statements. */
  readonly watch?: Watch
}

/**
 * Opens the database and brings it forward: PGlite inside this process, or PostgreSQL by its address.
 * @throws `config-invalid` with reason: no server, wrong password, a database of a newer version
 */
export async function openDatabase({ folder, url, ...limits }: OpenOptions = {}): Promise<Database> {
  // Either driver is loaded only where it is wanted.
  if (url === undefined) return (await import('./open-pglite.ts')).openPglite(folder, limits)
  return (await import('./open-postgres.ts')).openPostgres(url, limits)
}

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The database type for all code but its opening: one SQL dialect for PGlite and PostgreSQL. */
export type Sql = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** A lock that one process of all that share a database holds; PGlite has one process only. */
export interface Lock {
  /**
   * Aborted when the lock is lost because its connection ended. A suspended process learns of it
   * late, so writes that must not happen twice are also checked in their own transaction.
   */
  readonly signal: AbortSignal
  release(): Promise<void>
}

/** An open database, migrated to the newest step. */
export interface Database {
  readonly db: Sql
  /**
   * Takes the lock of that name; undefined while another process holds it. Never waits; rejects
   * while the server is unreachable.
   */
  tryLock(name: string): Promise<Lock | undefined>
  /** Current figures for `/metrics`, such as `connections`. */
  gauges(): Readonly<Record<string, number>>
  close(): Promise<void>
}

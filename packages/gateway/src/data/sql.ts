import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/**
 * The type of the database for all code except the code that opens it: PGlite and PostgreSQL share
 * one SQL dialect.
 */
export type Sql = PgDatabase<PgQueryResultHKT, Record<string, never>>

/**
 * A lock that only one of the processes that share a database can hold at a time; PGlite is used by
 * one process only.
 */
export interface Lock {
  /**
   * The signal is aborted when the lock is lost because its connection ended. A process that was
   * suspended learns of the loss late, so writes that must not happen twice are also checked in
   * their own transaction.
   */
  readonly signal: AbortSignal
  release(): Promise<void>
}

/** An open database, migrated to the newest step. */
export interface Database {
  readonly db: Sql
  /**
   * Takes the lock with this name; undefined while another process holds it. It never waits, and
   * rejects while the server is unreachable.
   */
  tryLock(name: string): Promise<Lock | undefined>
  /** Current values for `/metrics`, such as `connections`. */
  gauges(): Readonly<Record<string, number>>
  close(): Promise<void>
}

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/**
 * The database as everything but its opening knows it: one dialect, PGlite or PostgreSQL behind it.
 */
export type Sql = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Held by one process of all that share a database; PGlite has one process only. */
export interface Lock {
  /**
   * Aborted when the lock was lost: the connection that held it is gone. A process that was stopped
   * learns of it late: what must not be written twice is also checked in the transaction that
   * writes it.
   */
  readonly signal: AbortSignal
  release(): Promise<void>
}

/** An open database, brought forward to the newest migration. */
export interface Database {
  readonly db: Sql
  /**
   * The lock of that name, or nothing while another process holds it; never waits. Rejects while
   * the server is down.
   */
  tryLock(name: string): Promise<Lock | undefined>
  /** Figures of the moment for `/metrics`, as `connections`. */
  gauges(): Readonly<Record<string, number>>
  close(): Promise<void>
}

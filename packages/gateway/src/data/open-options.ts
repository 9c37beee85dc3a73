import type { Log } from '../base/log.ts'
import type { Watch } from '../base/watch/watch.ts'

/** Options of opening a database. */
export interface OpenOptions {
  /**
   * Folder of the embedded database, used without `url`; without a folder the database is in
   * memory.
   */
  readonly folder?: string | undefined
  /** Address of PostgreSQL, `postgres://…`. */
  readonly url?: string | undefined
  /**
   * PostgreSQL only: most connections, time limit of a statement, and wait for an unreachable
   * server at start, in milliseconds.
   */
  readonly maxConnections?: number
  readonly statementTimeoutMs?: number
  readonly startTimeoutMs?: number
  /** False skips the migration: for backup and restore. */
  readonly isForwarded?: boolean
  /** Records the duration and outcome of statements. */
  readonly watch?: Watch
  /** Receives a line when the embedded database crashes. */
  readonly log?: Log
}

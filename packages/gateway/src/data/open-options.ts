import type { Log } from '../base/log.ts'
import type { Watch } from '../base/watch/watch.ts'

/** Options for opening a database. */
export interface OpenOptions {
  /**
   * Folder of the embedded database, used without `url`; without a folder the database is in
   * memory.
   */
  readonly folder?: string | undefined
  /** Address of PostgreSQL, `postgres://…`. */
  readonly url?: string | undefined
  /**
   * PostgreSQL only: the maximum number of connections, the time limit of a statement, and how long
   * a starting gateway waits for an unreachable server. The times are in milliseconds.
   */
  readonly maxConnections?: number
  readonly statementTimeoutMs?: number
  readonly startTimeoutMs?: number
  /** Whether the database is migrated when it is opened; false for backup and restore. */
  readonly isForwarded?: boolean
  /** Records the duration and outcome of statements. */
  readonly watch?: Watch
  /** Gets a line when the embedded database crashes. */
  readonly log?: Log
}

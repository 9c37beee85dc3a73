import type { Log } from '../base/log.ts'
import type { Watch } from '../base/watch/watch.ts'

/** How a database is opened. */
export interface OpenOptions {
  /** Of the embedded database, used where there is no `url`; without it that lives in memory. */
  readonly folder?: string | undefined
  /** `postgres://…` */
  readonly url?: string | undefined
  /**
   * Of PostgreSQL: connections at once, ms a statement may take, ms to wait at start for a server
   * that is down.
   */
  readonly maxConnections?: number
  readonly statementTimeoutMs?: number
  readonly startTimeoutMs?: number
  /** False leaves the tables as they are: for back-ups and what restores them. */
  readonly isForwarded?: boolean
  /** Takes note of statements. */
  readonly watch?: Watch
  /** Hears when the embedded database crashed. */
  readonly log?: Log
}

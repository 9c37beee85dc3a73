import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { watchNothing } from '../base/watch/watch.ts'
import { connectPostgres } from './connect-postgres.ts'
import { lockKey } from './lock-key.ts'
import { tryLockPostgres } from './lock-postgres.ts'
import { applyMissingSteps } from './migrations.ts'
import type { OpenOptions } from './open-options.ts'
import { postgresClient } from './postgres-client.ts'
import type { Database, Sql } from './sql.ts'
import { WatchedPool } from './watched-pool.ts'

/** Time limit of connecting, and lifetime of an idle connection, in milliseconds. */
const connectTimeoutMs = 5_000
const idleTimeoutMs = 30_000

/** Opens PostgreSQL at `url`; when replicas start at once, one of them migrates. */
export async function openPostgres(
  url: string,
  limits: Omit<OpenOptions, 'folder' | 'url'>,
): Promise<Database> {
  const {
    maxConnections = 10,
    statementTimeoutMs = 30_000,
    startTimeoutMs = 30_000,
    isForwarded = true,
    watch = watchNothing,
  } = limits
  const firstClient = await connectPostgres(url, startTimeoutMs)
  try {
    await firstClient.query('select pg_advisory_lock($1)', [lockKey('migrations')])
    if (isForwarded) await applyMissingSteps(drizzle(firstClient) as unknown as Sql)
  } finally {
    // Closing the connection also releases the advisory lock.
    await firstClient.end()
  }
  const pool = new pg.Pool({
    ...postgresClient(url),
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // This limit detects a server that no longer answers: a working server would have reported the
    // statement's own time-out by then.
    query_timeout: statementTimeoutMs + connectTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs * 2,
  })
  // An error of an idle connection is ignored: the next statement uses a new connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_, client) => {
    // A connection that is still inside a transaction, because a rollback failed, is closed.
    if (client.getTransactionStatus() !== 'I') void client.end()
  })
  const closing: { end?: Promise<void> } = {}
  return {
    db: drizzle(new WatchedPool(pool, watch) as unknown as pg.Pool) as unknown as Sql,
    tryLock: (name) => tryLockPostgres(url, name),
    gauges: () => ({
      connections: pool.totalCount,
      idle_connections: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => {
      closing.end ??= pool.end()
      return closing.end
    },
  }
}

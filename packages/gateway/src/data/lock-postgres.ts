import pg from 'pg'
import { lockKey } from './lock-key.ts'
import { postgresClient } from './postgres-client.ts'
import type { Lock } from './sql.ts'

const connectTimeoutMs = 5_000
/**
 * Milliseconds between two test queries on the lock's connection, and the time limit of each: both
 * are shorter than the time after which the server drops the connection.
 */
const heartbeatMs = 5_000
const answerTimeoutMs = 5_000

/**
 * Takes a lock on a connection of its own; the lock ends when the connection ends, for whatever
 * reason.
 */
export async function tryLockPostgres(
  url: string,
  name: string,
  intervalMs = heartbeatMs,
): Promise<Lock | undefined> {
  const config = {
    ...postgresClient(url),
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
  }
  const client = new pg.Client({
    ...config,
    application_name: `latchkey-gateway ${name}`.slice(0, 63),
  })
  const lostController = new AbortController()
  const endClient = (): Promise<void> => client.end().catch(() => {})
  client.on('error', () => lostController.abort())
  client.on('end', () => lostController.abort())
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [lockKey(name)])
    if (rows[0]?.held !== true || lostController.signal.aborted) {
      await endClient()
      return undefined
    }
  } catch (error) {
    await endClient()
    throw error
  }
  const heartbeatState = { isWaiting: false }
  const heartbeat = setInterval(async () => {
    if (heartbeatState.isWaiting) return
    heartbeatState.isWaiting = true
    await client.query('select 1').catch(() => {
      lostController.abort()
      // Closing the connection is not awaited: a server that answers no queries does not confirm it
      // either.
      void endClient()
    })
    heartbeatState.isWaiting = false
  }, intervalMs)
  lostController.signal.addEventListener('abort', () => clearInterval(heartbeat), { once: true })
  return {
    signal: lostController.signal,
    async release() {
      clearInterval(heartbeat)
      await endClient()
    },
  }
}

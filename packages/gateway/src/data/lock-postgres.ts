import pg from 'pg'
import { lockKey } from './lock-key.ts'
import { postgresClient } from './postgres-client.ts'
import type { Lock } from './sql.ts'

const connectTimeoutMs = 5_000
/**
 * Interval and time limit of the test query on the lock's connection, in milliseconds: shorter than
 * the time after which the server drops the connection.
 */
const heartbeatMs = 5_000
const answerTimeoutMs = 5_000

/** Takes a lock on a connection of its own; the lock ends with the connection, however it ends. */
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
      // Not awaited: a server that no longer answers queries does not answer the closing either.
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

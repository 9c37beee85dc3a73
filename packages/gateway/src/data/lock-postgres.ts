import pg from 'pg'
import { lockKey } from './lock-key.ts'
import { postgresClient } from './postgres-client.ts'
import type { Lock } from './sql.ts'

const connectMs = 5_000
/**
 * Interval and time limit of the test query on the lock's connection, in milliseconds: shorter than
 * the time after which the server drops the connection.
 */
const beatMs = 5_000
const answerMs = 5_000

/** Takes a lock on a connection of its own; the lock ends with the connection, however it ends. */
export async function tryLockPostgres(
  url: string,
  name: string,
  everyMs = beatMs,
): Promise<Lock | undefined> {
  const config = {
    ...postgresClient(url),
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  }
  const client = new pg.Client({
    ...config,
    application_name: `latchkey-gateway ${name}`.slice(0, 63),
  })
  const lost = new AbortController()
  const endClient = (): Promise<void> => client.end().catch(() => {})
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [lockKey(name)])
    if (rows[0]?.held !== true || lost.signal.aborted) {
      await endClient()
      return undefined
    }
  } catch (error) {
    await endClient()
    throw error
  }
  const asked = { isWaiting: false }
  const beat = setInterval(async () => {
    if (asked.isWaiting) return
    asked.isWaiting = true
    await client.query('select 1').catch(() => {
      lost.abort()
      // Not awaited: a silent server does not answer the end of the connection either.
      void endClient()
    })
    asked.isWaiting = false
  }, everyMs)
  lost.signal.addEventListener('abort', () => clearInterval(beat), { once: true })
  return {
    signal: lost.signal,
    async release() {
      clearInterval(beat)
      await endClient()
    },
  }
}

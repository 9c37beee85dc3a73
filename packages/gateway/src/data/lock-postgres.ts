import pg from 'pg'
import { lockKey } from './lock-key.ts'
import { postgresClient } from './postgres-client.ts'
import type { Lock } from './sql.ts'

const connectMs = 5_000
/**
 * How often the connection that holds a lock is tried, and how long it has to answer: quicker than
 * the server lets go.
 */
const beatMs = 5_000
const answerMs = 5_000

/** The lock on a connection of its own: it ends with it, however that ends. */
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
      // Not waited for: a server that is silent answers no good-bye either.
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

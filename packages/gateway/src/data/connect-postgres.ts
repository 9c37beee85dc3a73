import { LatchkeyError } from '@latchkey/protocol'
import pg from 'pg'
import { postgresClient } from './postgres-client.ts'

const attemptTimeoutMs = 5_000
const pauseMs = 250

/**
 * Error codes for which waiting does not help: wrong password or role, unknown database, no right
 * to connect.
 */
const finalErrorCodes = new Set(['28P01', '28000', '3D000', '42501'])

/**
 * Opens one connection; waits while the server is down or starting.
 * @param waitMs - longest wait in all, in milliseconds
 * @throws `config-invalid` with the server's reason, without the address
 */
export async function connectPostgres(url: string, waitMs: number): Promise<pg.Client> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const client = new pg.Client({
      ...postgresClient(url),
      connectionTimeoutMillis: attemptTimeoutMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (cause) {
      await client.end().catch(() => {})
      const { code = '', message = '' } = cause as { code?: string; message?: string }
      const isFinalError = finalErrorCodes.has(code)
      if (isFinalError || performance.now() + pauseMs > deadline)
        throw new LatchkeyError('config-invalid', {
          reason: isFinalError
            ? `PostgreSQL refuses the connection (${code}: ${message})`
            : `PostgreSQL did not answer for ${Math.round(waitMs / 1000)} s (${code || message})`,
          fix: 'start it, or correct DATABASE_URL',
        })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

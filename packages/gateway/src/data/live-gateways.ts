import { setTimeout as pause } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol'
import { connectPostgres } from './connect-postgres.ts'
import { lockKey } from './lock-key.ts'
import { tryLockPostgres } from './lock-postgres.ts'

const name = 'gateways'
const againMs = 1_000

/**
 * Holds a shared advisory lock on its own connection while a gateway uses this PostgreSQL; waits
 * while a restore runs.
 * @throws `config-invalid` when the server does not answer within `waitMs`
 */
export async function announceGateway(
  url: string,
  waitMs: number,
): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController()
  const holdLock = async (wait: number) => {
    const client = await connectPostgres(url, wait)
    const lost = new Promise<void>((resolve) => void client.once('end', resolve))
    await client.query('select pg_advisory_lock_shared($1)', [lockKey(name)])
    return { client, lost }
  }
  const held = { now: await holdLock(waitMs) }
  const keepLock = async (): Promise<void> => {
    for (;;) {
      await held.now.lost
      while (!ending.signal.aborted) {
        const next = await holdLock(0).catch(() => undefined)
        if (next) {
          held.now = next
          break
        }
        await pause(againMs, undefined, { ref: false })
      }
      if (ending.signal.aborted) return held.now.client.end().catch(() => {})
    }
  }
  void keepLock()
  return {
    async stop() {
      ending.abort()
      await held.now.client.end().catch(() => {})
    },
  }
}

/**
 * Keeps gateways out of a PostgreSQL database during a restore.
 * @returns a function that lets them in again
 * @throws `config-invalid` while a gateway uses it
 */
export async function keepGatewaysOut(url: string): Promise<() => Promise<void>> {
  const lock = await tryLockPostgres(url, name)
  if (!lock)
    throw new LatchkeyError('config-invalid', {
      reason: 'a gateway uses this database',
      fix: 'stop all gateways, then restore; the connection of one that was killed is let go within 25 s',
    })
  return () => lock.release()
}

import { setTimeout as pause } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol'
import { connectPostgres } from './connect-postgres.ts'
import { lockKey } from './lock-key.ts'
import { tryLockPostgres } from './lock-postgres.ts'

const lockName = 'gateways'
const retryMs = 1_000

/**
 * Announces a running gateway to this PostgreSQL by a shared advisory lock on a connection of its
 * own; waits while a restore runs.
 * @throws `config-invalid` when the server does not answer within `waitMs`
 */
export async function announceGateway(
  url: string,
  waitMs: number,
): Promise<{ stop(): Promise<void> }> {
  const stopController = new AbortController()
  const holdLock = async (timeoutMs: number) => {
    const client = await connectPostgres(url, timeoutMs)
    const connectionEnd = new Promise<void>((resolve) => void client.once('end', resolve))
    await client.query('select pg_advisory_lock_shared($1)', [lockKey(lockName)])
    return { client, lost: connectionEnd }
  }
  const heldLock = { now: await holdLock(waitMs) }
  const keepLock = async (): Promise<void> => {
    for (;;) {
      await heldLock.now.lost
      while (!stopController.signal.aborted) {
        const renewedLock = await holdLock(0).catch(() => undefined)
        if (renewedLock) {
          heldLock.now = renewedLock
          break
        }
        await pause(retryMs, undefined, { ref: false })
      }
      if (stopController.signal.aborted) return heldLock.now.client.end().catch(() => {})
    }
  }
  void keepLock()
  return {
    async stop() {
      stopController.abort()
      await heldLock.now.client.end().catch(() => {})
    },
  }
}

/**
 * Keeps gateways out of a PostgreSQL database during a restore.
 * @returns a function that lets them in again
 * @throws `config-invalid` while a gateway uses it
 */
export async function lockOutGateways(url: string): Promise<() => Promise<void>> {
  const lock = await tryLockPostgres(url, lockName)
  if (!lock)
    throw new LatchkeyError('config-invalid', {
      reason: 'a gateway uses this database',
      fix: 'stop all gateways, then restore; the connection of one that was killed is let go within 25 s',
    })
  return () => lock.release()
}

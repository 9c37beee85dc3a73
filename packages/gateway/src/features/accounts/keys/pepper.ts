import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { type KeyedHash, keyedHash } from '../../../base/keyed-hash.ts'
import type { Sql } from '../../../data/sql.ts'
import { vaultSecrets } from '../../../data/vault-schema.ts'
import type { KeyService } from '../contract.ts'

/**
 * Hashes a text with a secret key, the "pepper", so that a stolen database reveals no text that a
 * thief guesses. Each database has its own key and holds it only in encrypted form.
 */
export type Pepper = KeyedHash

/**
 * How long a starting gateway waits for an unreachable key service, and the pause between two
 * tries, in milliseconds.
 */
export interface KeyServiceWaits {
  readonly startMs?: number
  readonly pauseMs?: number
}

/** Whether this database contains anything that a key service encrypted. */
export async function hasEncryptedData(db: Sql): Promise<boolean> {
  const [row] = await db.select().from(vaultSecrets).limit(1)
  return row !== undefined
}

/**
 * Returns the keyed hash ("pepper") of this database. Its key is created at the first start, and
 * decrypted by the key service at every later start.
 * @throws `config-invalid` when the key service has another key, or does not answer
 */
export async function openPepper(
  db: Sql,
  keys: KeyService,
  startWaits: KeyServiceWaits = {},
): Promise<Pepper> {
  const context = 'pepper'
  const { startMs = 30_000, pauseMs = 1_000 } = startWaits
  const deadline = performance.now() + startMs
  const askKeys = <T>(ask: () => Promise<T>) => askWithRetries(ask, deadline, pauseMs, startMs)
  const newSealedPepper = Buffer.from(
    await askKeys(() => keys.seal(randomBytes(32), context)),
  ).toString('base64url')
  await db
    .insert(vaultSecrets)
    .values({ name: context, sealed: newSealedPepper })
    .onConflictDoNothing()
  const [row] = await db.select().from(vaultSecrets).where(eq(vaultSecrets.name, context))
  const storedPepper = Buffer.from(row?.sealed ?? '', 'base64url')
  const pepperBytes = await askKeys(() => keys.open(storedPepper, context)).catch((cause) => {
    if (hasCode(cause, 'config-invalid')) throw cause
    const reason = 'the key of the vault is not the one this database was begun with'
    throw new LatchkeyError('config-invalid', {
      reason,
      fix: 'put back the key file that belongs to it',
      cause,
    })
  })
  return keyedHash(Buffer.from(pepperBytes))
}

/** Calls a key service, with retries while it is unreachable. */
async function askWithRetries<T>(
  ask: () => Promise<T>,
  deadline: number,
  pauseMs: number,
  startMs: number,
): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (cause) {
      if (!hasCode(cause, 'server-error')) throw cause
      if (performance.now() + pauseMs > deadline)
        throw new LatchkeyError('config-invalid', {
          reason: `the vault cannot start: ${cause.context.reason} (asked for ${Math.round(startMs / 1_000)} s)`,
          fix: 'start the key service, or correct vault.keys and its credentials',
          cause,
        })
      await pause(pauseMs)
    }
  }
}

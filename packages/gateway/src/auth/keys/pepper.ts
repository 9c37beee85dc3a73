import { randomBytes } from 'node:crypto'
import { LatchkeyError } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultSecrets } from '../../data/vault-schema.ts'
import { type KeyedHash, keyedHash } from '../../keyed-hash.ts'
import type { KeyService } from '../contract.ts'

/** Under a secret that the database holds sealed only. */
export type Pepper = KeyedHash

/** Whether this database holds anything under a key service. */
export async function isBegun(db: Sql): Promise<boolean> {
  const [row] = await db.select().from(vaultSecrets).limit(1)
  return row !== undefined
}

/**
 * The pepper of this database: made at the first start, opened by the key service at every other.
 * @throws `config-invalid` when the key service is not the one it was sealed by
 */
export async function openPepper(db: Sql, keys: KeyService): Promise<Pepper> {
  const context = 'pepper'
  const made = Buffer.from(await keys.seal(randomBytes(32), context)).toString('base64url')
  await db.insert(vaultSecrets).values({ name: context, sealed: made }).onConflictDoNothing()
  const [row] = await db.select().from(vaultSecrets).where(eq(vaultSecrets.name, context))
  const opened = await keys.open(Buffer.from(row?.sealed ?? '', 'base64url'), context).catch((cause) => {
    const reason = 'the key of the vault is not the one this database was begun with'
    throw new LatchkeyError('config-invalid', { reason, fix: 'put back the key file that belongs to it', cause })
  })
  return keyedHash(Buffer.from(opened))
}

import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultSecrets } from '../../data/vault-schema.ts'
import type { KeyService } from '../contract.ts'

/** HMAC-SHA-256 under a secret that the database holds sealed only; parts never run into each other. */
export type Pepper = (purpose: string, ...parts: readonly (string | number)[]) => Buffer

/**
 * The pepper of this database: made at the first start, opened by the key service at every other.
 * @throws when the key service is not the one it was sealed by
 */
export async function openPepper(db: Sql, keys: KeyService): Promise<Pepper> {
  const context = 'pepper'
  const made = Buffer.from(await keys.seal(randomBytes(32), context)).toString('base64url')
  await db.insert(vaultSecrets).values({ name: context, sealed: made }).onConflictDoNothing()
  const [row] = await db.select().from(vaultSecrets).where(eq(vaultSecrets.name, context))
  const key = Buffer.from(await keys.open(Buffer.from(row?.sealed ?? '', 'base64url'), context))
  return (purpose, ...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest()
}

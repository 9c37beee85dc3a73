import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { analyticsKeys } from './analytics-schema.ts'
import type { Sql } from './sql.ts'

/**
 * Returns the 32-byte key with this name, which is used for keyed hashes. The first process that
 * needs it creates it, and all replicas use it from then on. It is in the same database as the
 * hashes, so it protects only against people without access to the database.
 */
export async function databaseKey(db: Sql, name: string): Promise<Uint8Array> {
  const newKey = `0x${randomBytes(32).toString('hex')}` as const
  await db.insert(analyticsKeys).values({ name, key: newKey }).onConflictDoNothing()
  const [kept] = await db.select().from(analyticsKeys).where(eq(analyticsKeys.name, name))
  return Buffer.from((kept?.key ?? newKey).slice(2), 'hex')
}

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { analyticsKeys } from './analytics-schema.ts'
import type { Sql } from './sql.ts'

/**
 * A key of that name for keyed hashes: 32 bytes, made by whoever asks first and the same for all
 * replicas from then on. It lies beside what is hashed with it: for what the database's holder may
 * know anyway.
 */
export async function databaseKey(db: Sql, name: string): Promise<Uint8Array> {
  const made = `0x${randomBytes(32).toString('hex')}` as const
  await db.insert(analyticsKeys).values({ name, key: made }).onConflictDoNothing()
  const [kept] = await db.select().from(analyticsKeys).where(eq(analyticsKeys.name, name))
  return Buffer.from((kept?.key ?? made).slice(2), 'hex')
}

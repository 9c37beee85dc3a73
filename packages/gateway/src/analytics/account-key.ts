import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { analyticsKeys } from '../data/analytics-schema.ts'
import type { Sql } from '../data/sql.ts'

const name = 'account'

/** The key that addresses are hashed with: 32 bytes, made by whoever asks first and the same for all replicas from then on. */
export async function accountKey(db: Sql): Promise<Uint8Array> {
  const made = `0x${randomBytes(32).toString('hex')}` as const
  await db.insert(analyticsKeys).values({ name, key: made }).onConflictDoNothing()
  const [kept] = await db.select().from(analyticsKeys).where(eq(analyticsKeys.name, name))
  return Buffer.from((kept?.key ?? made).slice(2), 'hex')
}

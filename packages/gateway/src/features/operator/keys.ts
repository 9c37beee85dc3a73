import { randomUUID } from 'node:crypto'
import type { OperatorKey, OperatorKeyMade } from '@latchkey/protocol'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { operatorKeys } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { hashToken } from './authorize.ts'
import { Fault } from './fault.ts'
import { makeToken } from './operator-token.ts'

/** Body of `POST /operator/v1/keys`. */
export const keyShape = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, 'must say what the key is for')
    .max(64, 'must be 64 characters at most'),
  scope: z.enum(['read', 'write'], 'must be read or write'),
})

/**
 * Maximum number of operator keys. Revoked keys count too, because they are kept for the record.
 */
const limit = 1_000

/** Lists all operator keys, newest first. */
export async function listKeys(db: Sql): Promise<OperatorKey[]> {
  return (await db.select().from(operatorKeys).orderBy(desc(operatorKeys.madeAt))).map(describeKey)
}

/** Creates an operator key. Only this answer contains the key's token. */
export async function makeKey(
  db: Sql,
  { label, scope }: z.output<typeof keyShape>,
): Promise<OperatorKeyMade> {
  if ((await db.$count(operatorKeys)) >= limit)
    throw new Fault('invalid', `There are ${limit} keys already`, 'Clear old rows of operator_keys')
  const token = makeToken()
  const row = {
    id: randomUUID(),
    label,
    scope,
    hash: hashToken(token),
    madeAt: new Date(),
    usedAt: null,
    revokedAt: null,
  }
  await db.insert(operatorKeys).values(row)
  return { ...describeKey(row), token }
}

/**
 * Revokes a key at once and permanently.
 * @throws a fault `not-found`
 */
export async function revokeKey(db: Sql, id: string): Promise<void> {
  await db
    .update(operatorKeys)
    .set({ revokedAt: new Date() })
    .where(and(eq(operatorKeys.id, id), isNull(operatorKeys.revokedAt)))
  const [key] = await db.select().from(operatorKeys).where(eq(operatorKeys.id, id))
  if (!key) throw new Fault('not-found', 'There is no such key', 'Look at the list of keys')
}

function describeKey(key: Omit<typeof operatorKeys.$inferSelect, 'hash'>): OperatorKey {
  const { id, label, scope, madeAt, usedAt, revokedAt } = key
  return {
    id,
    label,
    scope,
    madeAt: madeAt.getTime(),
    usedAt: usedAt?.getTime() ?? null,
    revokedAt: revokedAt?.getTime() ?? null,
  }
}

import { and, eq, lte, sql } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultAccounts } from '../../../data/vault-schema.ts'

const free = 10
const minute = 60_000
const day = 24 * 60 * minute
/** Only time resets the count: a guesser could falsely report success. */
const forgottenMs = 7 * day

/**
 * Counts a request for a password's pepper, which every guess at a recovery share needs. From the
 * tenth on, each one blocks the next for longer: a minute, two, four, up to a day.
 * @returns seconds to wait, 0 when the request may be answered
 */
export async function takePepper(db: Sql, account: string, now: number): Promise<number> {
  const isForgotten = sql`${vaultAccounts.pepperLockedUntil} + ${forgottenMs} < ${now}`
  const asks = sql`case when ${isForgotten} then 1 else least(${vaultAccounts.pepperAsks} + 1, 1000) end`
  const delay = sql`case when (${asks}) < ${free} then 0 else least(power(2, least((${asks}) - ${free}, 20)) * ${minute}, ${day}) end`
  const [taken] = await db
    .update(vaultAccounts)
    .set({ pepperAsks: asks, pepperLockedUntil: sql`(${now}::bigint + (${delay})::bigint)` })
    .where(and(eq(vaultAccounts.id, account), lte(vaultAccounts.pepperLockedUntil, now)))
    .returning({ id: vaultAccounts.id })
  if (taken) return 0
  const [row] = await db
    .select({ until: vaultAccounts.pepperLockedUntil })
    .from(vaultAccounts)
    .where(eq(vaultAccounts.id, account))
  return Math.max(1, Math.ceil(((row?.until ?? now) - now) / 1000))
}

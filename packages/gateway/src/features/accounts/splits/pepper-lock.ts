import { and, eq, lte, sql } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultAccounts } from '../../../data/vault-schema.ts'

const freeAttempts = 10
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/**
 * The number of requests is reset only by time. A reported success must not reset it, because an
 * attacker could report success falsely.
 */
const forgetAfterMs = 7 * dayMs

/**
 * Counts a request for the pepper of a recovery password; every guess of the password needs the
 * pepper. From the tenth request on, each one blocks the next for longer: a minute, two, four, up
 * to a day.
 * @returns seconds to wait, 0 when the request may be answered
 */
export async function takePepperAttempt(db: Sql, account: string, now: number): Promise<number> {
  const isForgotten = sql`${vaultAccounts.pepperLockedUntil} + ${forgetAfterMs} < ${now}`
  const nextAskCount = sql`case when ${isForgotten} then 1 else least(${vaultAccounts.pepperAsks} + 1, 1000) end`
  const lockDelay = sql`case when (${nextAskCount}) < ${freeAttempts} then 0 else least(power(2, least((${nextAskCount}) - ${freeAttempts}, 20)) * ${minuteMs}, ${dayMs}) end`
  const [taken] = await db
    .update(vaultAccounts)
    .set({
      pepperAsks: nextAskCount,
      pepperLockedUntil: sql`(${now}::bigint + (${lockDelay})::bigint)`,
    })
    .where(and(eq(vaultAccounts.id, account), lte(vaultAccounts.pepperLockedUntil, now)))
    .returning({ id: vaultAccounts.id })
  if (taken) return 0
  const [row] = await db
    .select({ until: vaultAccounts.pepperLockedUntil })
    .from(vaultAccounts)
    .where(eq(vaultAccounts.id, account))
  return Math.max(1, Math.ceil(((row?.until ?? now) - now) / 1000))
}

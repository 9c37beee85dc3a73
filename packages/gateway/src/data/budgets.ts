import { eq, lt, sql } from 'drizzle-orm'
import type { KeyedHash } from '../base/keyed-hash.ts'
import type { Sql } from './sql.ts'
import { vaultBudgets } from './vault-schema.ts'

export interface Budget {
  /** Name of the limit; it is part of the database key of every counter of this limit. */
  readonly name: string
  readonly most: number
  readonly windowMs: number
}

/**
 * Counters in the database that survive restarts and are shared by replicas: they limit what must
 * not be tried often, such as codes and passwords.
 */
export interface Budgets {
  /** Takes one unit of a limit; returns the seconds to wait, 0 when a unit was available. */
  take(budget: Budget, key: string): Promise<number>
  /** Gives back one unit that was taken. */
  refund(budget: Budget, key: string): Promise<void>
  /** Deletes the counters whose time window is over. */
  sweep(): Promise<void>
}

const clockSkewMs = 60_000

export function databaseBudgets(db: Sql, hash: KeyedHash, now: () => number): Budgets {
  const budgetId = ({ name }: Budget, key: string) =>
    hash('budget', name, key).toString('base64url')
  return {
    async take(budget, key) {
      const timestamp = now()
      const expiresAt = timestamp + budget.windowMs
      // A counter is also over when its end lies further ahead than a whole window: then it was
      // started before the clock was set back. Up to a minute is tolerated, because the clocks of
      // replicas may differ.
      const isWindowOver = sql`(${vaultBudgets.expiresAt} <= ${timestamp} or ${vaultBudgets.expiresAt} > ${expiresAt + clockSkewMs})`
      const [row] = await db
        .insert(vaultBudgets)
        .values({ id: budgetId(budget, key), count: 1, expiresAt })
        .onConflictDoUpdate({
          target: vaultBudgets.id,
          set: {
            // The stored count stops at one above the limit, which already means "refused".
            count: sql`case when ${isWindowOver} then 1 else least(${vaultBudgets.count} + 1, ${budget.most + 1}) end`,
            expiresAt: sql`case when ${isWindowOver} then ${expiresAt} else ${vaultBudgets.expiresAt} end`,
          },
        })
        .returning()
      if (!row || row.count <= budget.most) return 0
      return Math.max(1, Math.ceil((row.expiresAt - timestamp) / 1000))
    },
    async refund(budget, key) {
      const id = budgetId(budget, key)
      await db
        .update(vaultBudgets)
        .set({ count: sql`greatest(${vaultBudgets.count} - 1, 0)` })
        .where(eq(vaultBudgets.id, id))
    },
    async sweep() {
      await db.delete(vaultBudgets).where(lt(vaultBudgets.expiresAt, now()))
    },
  }
}

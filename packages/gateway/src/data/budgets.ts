import { eq, lt, sql } from 'drizzle-orm'
import type { KeyedHash } from '../base/keyed-hash.ts'
import type { Sql } from './sql.ts'
import { vaultBudgets } from './vault-schema.ts'

export interface Budget {
  /** Which limit: part of its keys. */
  readonly name: string
  readonly most: number
  readonly windowMs: number
}

/** Counts that hold across restarts and replicas, for what must never be guessed often. */
export interface Budgets {
  /** Takes one; seconds to wait when there is none, else 0. */
  take(budget: Budget, key: string): Promise<number>
  /** Gives one back. */
  refund(budget: Budget, key: string): Promise<void>
  /** Forgets windows that are over. */
  sweep(): Promise<void>
}

const skewMs = 60_000

export function databaseBudgets(db: Sql, hash: KeyedHash, now: () => number): Budgets {
  const idOf = ({ name }: Budget, key: string) => hash('budget', name, key).toString('base64url')
  return {
    async take(budget, key) {
      const at = now()
      const expiresAt = at + budget.windowMs
      // One that ends later than any begun now was begun before the clock was set back; replicas
      // are never a minute apart.
      const isOver = sql`(${vaultBudgets.expiresAt} <= ${at} or ${vaultBudgets.expiresAt} > ${expiresAt + skewMs})`
      const [row] = await db
        .insert(vaultBudgets)
        .values({ id: idOf(budget, key), count: 1, expiresAt })
        .onConflictDoUpdate({
          target: vaultBudgets.id,
          set: {
            // One beyond the limit says that it is reached; more would only make the number grow.
            count: sql`case when ${isOver} then 1 else least(${vaultBudgets.count} + 1, ${budget.most + 1}) end`,
            expiresAt: sql`case when ${isOver} then ${expiresAt} else ${vaultBudgets.expiresAt} end`,
          },
        })
        .returning()
      if (!row || row.count <= budget.most) return 0
      return Math.max(1, Math.ceil((row.expiresAt - at) / 1000))
    },
    async refund(budget, key) {
      const id = idOf(budget, key)
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

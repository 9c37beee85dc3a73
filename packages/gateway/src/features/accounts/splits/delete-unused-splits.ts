import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultRecoveries, vaultSplits } from '../../../data/vault-schema.ts'

/** Finds the newest key split with a recovery share. */
export async function findRecoverableSplit(
  db: Sql,
  account: string,
): Promise<typeof vaultSplits.$inferSelect | undefined> {
  const [found] = await db
    .select({ split: vaultSplits })
    .from(vaultSplits)
    .innerJoin(vaultRecoveries, eq(vaultRecoveries.splitId, vaultSplits.id))
    .where(eq(vaultSplits.accountId, account))
    .orderBy(desc(vaultSplits.serial))
    .limit(1)
  return found?.split
}

/**
 * Deletes the key splits of an account that belong to no device, except the one that a recovery
 * would use.
 */
export async function deleteUnusedSplits(tx: Sql, account: string): Promise<void> {
  const keptSplit = await findRecoverableSplit(tx, account)
  const isUnbound = and(eq(vaultSplits.accountId, account), isNull(vaultSplits.device))
  await tx
    .delete(vaultSplits)
    .where(keptSplit ? and(isUnbound, ne(vaultSplits.id, keptSplit.id)) : isUnbound)
}

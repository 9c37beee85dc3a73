import { eq } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultAccounts } from '../../data/vault-schema.ts'
import { refuseVault } from './refuse-vault.ts'

/**
 * Locks an account until the database transaction `tx` ends, so that changes of one account run one
 * after the other.
 */
export async function lockAccount(
  tx: Sql,
  account: string,
): Promise<typeof vaultAccounts.$inferSelect> {
  const [row] = await tx
    .select()
    .from(vaultAccounts)
    .where(eq(vaultAccounts.id, account))
    .for('update')
  if (!row) throw refuseVault('proof-needed')
  return row
}

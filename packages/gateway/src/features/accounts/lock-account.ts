import { eq } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultAccounts } from '../../data/vault-schema.ts'
import { refuseVault } from './refuse-vault.ts'

/** Changes of one account wait for each other. */
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

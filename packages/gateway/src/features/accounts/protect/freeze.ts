import { eq } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultAccounts, vaultSessions } from '../../../data/vault-schema.ts'
import { lockAccount } from '../lock-account.ts'

/**
 * Stops an account: no share is handed out and nothing is changed until it is unfrozen. Every
 * session ends, so that whoever unfreezes it has proved who they are after it was stopped.
 */
export async function freezeAccount(tx: Sql, account: string, now: number): Promise<void> {
  await lockAccount(tx, account)
  await tx.update(vaultAccounts).set({ frozenAt: now }).where(eq(vaultAccounts.id, account))
  await tx.delete(vaultSessions).where(eq(vaultSessions.accountId, account))
}

/** Whether it was frozen. */
export async function unfreezeAccount(tx: Sql, account: string): Promise<boolean> {
  const { frozenAt } = await lockAccount(tx, account)
  await tx.update(vaultAccounts).set({ frozenAt: null }).where(eq(vaultAccounts.id, account))
  return frozenAt !== null
}

import { eq } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultAccounts, vaultSessions } from '../../../data/vault-schema.ts'
import { lockAccount } from '../lock-account.ts'

/**
 * Freezes an account: until its owner ends the freeze, no key share is handed out and nothing can
 * be changed. All sessions end, so ending the freeze requires a new sign-in.
 */
export async function freezeAccount(tx: Sql, account: string, now: number): Promise<void> {
  await lockAccount(tx, account)
  await tx.update(vaultAccounts).set({ frozenAt: now }).where(eq(vaultAccounts.id, account))
  await tx.delete(vaultSessions).where(eq(vaultSessions.accountId, account))
}

/** Unfreezes an account; returns whether it was frozen. */
export async function unfreezeAccount(tx: Sql, account: string): Promise<boolean> {
  const { frozenAt } = await lockAccount(tx, account)
  await tx.update(vaultAccounts).set({ frozenAt: null }).where(eq(vaultAccounts.id, account))
  return frozenAt !== null
}

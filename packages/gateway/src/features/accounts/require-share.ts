import { and, eq } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultAccounts, vaultSplits } from '../../data/vault-schema.ts'
import { refuseVault } from './refuse-vault.ts'
import type { Session } from './sessions.ts'

/** Whether a device holds a share of the wallet's key. */
export async function holdsShare(
  db: Sql,
  { account, device }: Pick<Session, 'account' | 'device'>,
): Promise<boolean> {
  const [row] = await db
    .select({ id: vaultSplits.id })
    .from(vaultSplits)
    .where(and(eq(vaultSplits.accountId, account), eq(vaultSplits.device, device)))
    .limit(1)
  return row !== undefined
}

/**
 * Requires that the device holds a key share. Actions that could lock the visitor out need it,
 * because somebody who only controls the mailbox can sign in but gets no share. Each split of the
 * key is signed by the wallet, so a device with a share has had access to the wallet. An account
 * without a wallet has nothing to lose and passes.
 * @throws `wallet-unopenable` (403)
 */
export async function requireShare(
  db: Sql,
  { account, device }: Pick<Session, 'account' | 'device'>,
): Promise<void> {
  const [row] = await db
    .select({ publics: vaultAccounts.publics, split: vaultSplits.id })
    .from(vaultAccounts)
    .leftJoin(vaultSplits, and(eq(vaultSplits.accountId, account), eq(vaultSplits.device, device)))
    .where(eq(vaultAccounts.id, account))
    .limit(1)
  if (row?.publics && row.split === null)
    throw refuseVault('wallet-unopenable', {
      status: 403,
      reason: 'A device that holds no share recovers first',
    })
}

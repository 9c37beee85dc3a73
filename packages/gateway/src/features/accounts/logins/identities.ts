import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import {
  vaultAccounts,
  vaultDevices,
  vaultIdentities,
  vaultSessions,
} from '../../../data/vault-schema.ts'
import type { Identity } from '../contract.ts'
import { lockAccount } from '../lock-account.ts'
import { refuseVault } from '../refuse-vault.ts'

/**
 * Ways to sign in of one account, added and removed by its owner; never joined by an equal address.
 */
export interface Identities {
  /**
   * Whether it is the account's now; false where it is somebody else's.
   * @throws `proof-needed` where the device is not signed in any more; `account-frozen` where its
   *   owner stopped everything since
   */
  addIdentity(account: string, device: string, identity: Identity): Promise<boolean>
  /** What the account is called by: its first. */
  labelOf(account: string): Promise<string>
  /**
   * @throws `vault-refused` (409) for the last one, or where two answer to the name; (404) for none
   */
  removeIdentity(account: string, kind: string, label: string): Promise<void>
}

export function databaseIdentities(db: Sql, now: () => number): Identities {
  return {
    async addIdentity(account, device, { kind, issuer, subject, label, email = null }) {
      const [session] = await db
        .select({ frozenAt: vaultAccounts.frozenAt })
        .from(vaultSessions)
        .innerJoin(vaultAccounts, eq(vaultAccounts.id, vaultSessions.accountId))
        .innerJoin(
          vaultDevices,
          and(eq(vaultDevices.accountId, account), eq(vaultDevices.id, device)),
        )
        .where(
          and(
            eq(vaultSessions.accountId, account),
            eq(vaultSessions.device, device),
            gt(vaultSessions.expiresAt, now()),
            isNull(vaultDevices.revokedAt),
          ),
        )
      if (!session) throw refuseVault('proof-needed')
      if (session.frozenAt !== null) throw refuseVault('account-frozen')
      const row = { kind, issuer, subject, label, email, accountId: account, createdAt: now() }
      const [made] = await db.insert(vaultIdentities).values(row).onConflictDoNothing().returning()
      if (made) return true
      const is = [
        eq(vaultIdentities.kind, kind),
        eq(vaultIdentities.issuer, issuer),
        eq(vaultIdentities.subject, subject),
      ]
      const [known] = await db
        .select({ accountId: vaultIdentities.accountId })
        .from(vaultIdentities)
        .where(and(...is))
      return known?.accountId === account
    },
    async labelOf(account) {
      const [first] = await db
        .select({ label: vaultIdentities.label })
        .from(vaultIdentities)
        .where(eq(vaultIdentities.accountId, account))
        .orderBy(asc(vaultIdentities.createdAt))
        .limit(1)
      return first?.label ?? ''
    },
    async removeIdentity(account, kind, label) {
      await db.transaction(async (tx) => {
        // Two removals at once would each see the other's as the one that stays.
        await lockAccount(tx, account)
        const all = await tx
          .select()
          .from(vaultIdentities)
          .where(eq(vaultIdentities.accountId, account))
        const [one, ...others] = all.filter((each) => each.kind === kind && each.label === label)
        if (!one)
          throw refuseVault('vault-refused', {
            status: 404,
            reason: 'The account has no such way to sign in',
          })
        if (others.length || all.length === 1)
          throw refuseVault('vault-refused', {
            status: 409,
            reason: 'This way to sign in cannot be removed',
          })
        await tx
          .delete(vaultIdentities)
          .where(
            and(
              eq(vaultIdentities.kind, kind),
              eq(vaultIdentities.issuer, one.issuer),
              eq(vaultIdentities.subject, one.subject),
            ),
          )
      })
    },
  }
}

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
 * The identities of one account, each a way to sign in. Two identities with the same email address
 * are never merged.
 */
export interface Identities {
  /**
   * Adds an identity; returns false when it belongs to another account.
   * @throws `proof-needed` when the device is no longer signed in; `account-frozen` when the owner
   *   froze the account meanwhile
   */
  addIdentity(account: string, device: string, identity: Identity): Promise<boolean>
  /** Returns the display name of the account: the label of its first identity. */
  findLabel(account: string): Promise<string>
  /**
   * Removes an identity.
   * @throws `vault-refused` (409) for the last identity, or when two identities have that label;
   * (404) for an unknown one
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
      const identityConditions = [
        eq(vaultIdentities.kind, kind),
        eq(vaultIdentities.issuer, issuer),
        eq(vaultIdentities.subject, subject),
      ]
      const [known] = await db
        .select({ accountId: vaultIdentities.accountId })
        .from(vaultIdentities)
        .where(and(...identityConditions))
      return known?.accountId === account
    },
    async findLabel(account) {
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
        // The account is locked because two removals at once could otherwise remove its last two
        // identities.
        await lockAccount(tx, account)
        const accountIdentities = await tx
          .select()
          .from(vaultIdentities)
          .where(eq(vaultIdentities.accountId, account))
        const [one, ...otherMatches] = accountIdentities.filter(
          (each) => each.kind === kind && each.label === label,
        )
        if (!one)
          throw refuseVault('vault-refused', {
            status: 404,
            reason: 'The account has no such way to sign in',
          })
        if (otherMatches.length || accountIdentities.length === 1)
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

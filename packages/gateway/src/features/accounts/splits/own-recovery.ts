import type { StoredRecovery } from '@latchkey/protocol/vault'
import { and, eq } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import {
  vaultAccounts,
  vaultDevices,
  vaultMethods,
  vaultRecoveries,
  vaultSplits,
} from '../../../data/vault-schema.ts'
import { refuseVault } from '../refuse-vault.ts'

/**
 * A key split that a device names without a session: the account and the split are only claimed,
 * the device is proved by its key.
 */
export interface OwnSplit {
  readonly account: string
  readonly split: string
  readonly device: string
}

export interface OwnRecovery {
  /**
   * Origin of the page that embeds the device's frame, for the text of the notice; null in the
   * vault's own window.
   */
  readonly site: string | null
  readonly methods: readonly StoredRecovery[]
}

/**
 * Reads the encrypted recovery shares of the key split that belongs to the calling device. The
 * operator's share is never included: no secret of the visitor protects it, and the identity is not
 * proved here.
 * @throws `wallet-unopenable` when any part of the claim is false; `device-revoked`;
 *   `account-frozen`; `recovery-failed` when no method opens this split
 */
export async function readOwnRecovery(
  db: Sql,
  { account, split, device }: OwnSplit,
): Promise<OwnRecovery> {
  const [own] = await db
    .select({
      site: vaultDevices.site,
      revokedAt: vaultDevices.revokedAt,
      frozenAt: vaultAccounts.frozenAt,
    })
    .from(vaultDevices)
    .innerJoin(vaultAccounts, eq(vaultAccounts.id, vaultDevices.accountId))
    .where(and(eq(vaultDevices.accountId, account), eq(vaultDevices.id, device)))
  if (!own) throw refuseVault('wallet-unopenable')
  if (own.revokedAt !== null) throw refuseVault('device-revoked')
  if (own.frozenAt !== null) throw refuseVault('account-frozen')
  const isOwn = and(
    eq(vaultSplits.id, split),
    eq(vaultSplits.accountId, account),
    eq(vaultSplits.device, device),
  )
  const [held] = await db.select({ id: vaultSplits.id }).from(vaultSplits).where(isOwn)
  if (!held) throw refuseVault('wallet-unopenable')
  const rows = await db
    .select({ id: vaultMethods.id, method: vaultMethods.method, sealed: vaultRecoveries.sealed })
    .from(vaultRecoveries)
    .innerJoin(vaultMethods, eq(vaultMethods.id, vaultRecoveries.methodId))
    .where(eq(vaultRecoveries.splitId, held.id))
  const methods = rows
    .filter(({ method }) => method.kind !== 'operator')
    .map(({ id, method, sealed }): StoredRecovery => ({ ...method, id, sealed }))
  if (!methods.length) throw refuseVault('recovery-failed')
  return { site: own.site, methods }
}

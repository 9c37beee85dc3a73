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
 * A split that a device names without a session: account and split are claims, only the device is
 * proved.
 */
export interface OwnSplit {
  readonly account: string
  readonly split: string
  readonly device: string
}

export interface OwnRecovery {
  /** Origin of the page, for the mail. */
  readonly site: string | null
  readonly methods: readonly StoredRecovery[]
}

/**
 * Reads the encrypted recovery shares of a device's own split. The operator's share is never
 * included: no secret of the visitor protects it, and the identity is not proved.
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

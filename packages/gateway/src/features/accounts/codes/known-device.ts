import { and, eq, isNull } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultDevices, vaultIdentities } from '../../../data/vault-schema.ts'

/**
 * Whether a device was confirmed for the account of that email address and is not revoked. The same
 * single statement runs whether or not the address has an account, so the duration reveals little.
 * @param email - normalised
 */
export async function isKnownDevice(db: Sql, email: string, device: string): Promise<boolean> {
  const matchingDevices = await db
    .select({ id: vaultDevices.id })
    .from(vaultIdentities)
    .innerJoin(vaultDevices, eq(vaultDevices.accountId, vaultIdentities.accountId))
    .where(
      and(
        eq(vaultIdentities.kind, 'email'),
        eq(vaultIdentities.issuer, 'email'),
        eq(vaultIdentities.subject, email),
        eq(vaultDevices.id, device),
        isNull(vaultDevices.revokedAt),
      ),
    )
    .limit(1)
  return matchingDevices.length > 0
}

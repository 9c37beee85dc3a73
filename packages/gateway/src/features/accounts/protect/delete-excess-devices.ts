import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import {
  vaultDevices,
  vaultRequests,
  vaultSessions,
  vaultSplits,
} from '../../../data/vault-schema.ts'

/**
 * Maximum number of devices without a key share per account. A sign-in alone creates such a device,
 * so an attacker could create any number.
 */
export const maxSharelessDevices = 50

/**
 * Deletes the least recently used devices without a key share that exceed the limit of an account.
 * Devices with a key share, and devices with an open recovery request (whose number `mostRequests`
 * limits), are never deleted: otherwise repeated sign-ins could end the owner's request. The caller
 * must hold the account's lock.
 * @param newestDevice - the device that was just added and stays
 */
export async function deleteExcessDevices(
  tx: Sql,
  account: string,
  newestDevice: string,
): Promise<void> {
  const excessDevices = await tx
    .select({ id: vaultDevices.id })
    .from(vaultDevices)
    .leftJoin(
      vaultSplits,
      and(eq(vaultSplits.accountId, account), eq(vaultSplits.device, vaultDevices.id)),
    )
    .leftJoin(
      vaultRequests,
      and(eq(vaultRequests.accountId, account), eq(vaultRequests.device, vaultDevices.id)),
    )
    .where(
      and(
        eq(vaultDevices.accountId, account),
        ne(vaultDevices.id, newestDevice),
        isNull(vaultSplits.id),
        isNull(vaultRequests.device),
      ),
    )
    .orderBy(desc(vaultDevices.usedAt), desc(vaultDevices.createdAt))
    .offset(maxSharelessDevices - 1)
  const ids = excessDevices.map(({ id }) => id)
  if (!ids.length) return
  await tx
    .delete(vaultSessions)
    .where(and(eq(vaultSessions.accountId, account), inArray(vaultSessions.device, ids)))
  await tx
    .delete(vaultDevices)
    .where(and(eq(vaultDevices.accountId, account), inArray(vaultDevices.id, ids)))
}

import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import {
  vaultDevices,
  vaultRequests,
  vaultSessions,
  vaultSplits,
} from '../../../data/vault-schema.ts'

/**
 * Devices of an account that hold no share: a sign-in alone makes one, so that somebody with it
 * could make any number.
 */
export const mostShareless = 50

/**
 * Forgets the devices without a share that were used longest ago, beyond what an account may have;
 * never one that holds a share, nor one that asks the operator (of those `mostRequests` is the
 * bound): else whoever has the sign-in would end the owner's request by signing in again and again.
 * The account is locked by the caller.
 * @param newest - the device that has just come, and stays
 */
export async function boundDevices(tx: Sql, account: string, newest: string): Promise<void> {
  const over = await tx
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
        ne(vaultDevices.id, newest),
        isNull(vaultSplits.id),
        isNull(vaultRequests.device),
      ),
    )
    .orderBy(desc(vaultDevices.usedAt), desc(vaultDevices.createdAt))
    .offset(mostShareless - 1)
  const ids = over.map(({ id }) => id)
  if (!ids.length) return
  await tx
    .delete(vaultSessions)
    .where(and(eq(vaultSessions.accountId, account), inArray(vaultSessions.device, ids)))
  await tx
    .delete(vaultDevices)
    .where(and(eq(vaultDevices.accountId, account), inArray(vaultDevices.id, ids)))
}

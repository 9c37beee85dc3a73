import { randomBytes } from 'node:crypto'
import type { NewSplit } from '@latchkey/protocol/vault'
import { and, eq, notInArray } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultMethods } from '../../../data/vault-schema.ts'
import { refuseConflict, refuseVault } from '../refuse-vault.ts'

interface StoredMethods {
  readonly ids: readonly string[]
  /** How many of the visitor's recovery methods were added and removed. */
  readonly added: number
  readonly removed: number
}

/**
 * Returns the ids of the recovery methods of a new key split; new methods are created, and methods
 * that it does not name are deleted.
 * @throws `vault-refused` for the operator's method where the operator keeps no shares; (409) when
 *   a method is unknown or named twice
 */
export async function storeMethods(
  tx: Sql,
  {
    account,
    recovery,
    recoveryByOperator,
    now,
  }: {
    readonly account: string
    readonly recovery: NewSplit['recovery']
    readonly recoveryByOperator: boolean
    readonly now: number
  },
): Promise<StoredMethods> {
  const storedMethods = await tx
    .select()
    .from(vaultMethods)
    .where(eq(vaultMethods.accountId, account))
  const ids: string[] = []
  for (const { id, sealed: _, ...method } of recovery) {
    if (id !== undefined && !storedMethods.some((one) => one.id === id))
      throw refuseConflict('A way to recover is not known')
    if (method.kind === 'operator' && !recoveryByOperator)
      throw refuseVault('vault-refused', { reason: 'The operator keeps no recovery shares' })
    const methodId = id ?? randomBytes(16).toString('base64url')
    if (id === undefined)
      await tx
        .insert(vaultMethods)
        .values({ id: methodId, accountId: account, method, createdAt: now })
    ids.push(methodId)
  }
  if (new Set(ids).size !== ids.length) throw refuseConflict('A way to recover is named twice')
  const isDropped = and(eq(vaultMethods.accountId, account), notInArray(vaultMethods.id, ids))
  const removedMethods = await tx
    .delete(vaultMethods)
    .where(isDropped)
    .returning({ method: vaultMethods.method })
  // The operator's recovery method is not counted, because the operator's configuration adds or
  // removes it, not the visitor.
  const addedCount = recovery.filter(
    ({ id, kind }) => id === undefined && kind !== 'operator',
  ).length
  return {
    ids,
    added: addedCount,
    removed: removedMethods.filter(({ method }) => method.kind !== 'operator').length,
  }
}

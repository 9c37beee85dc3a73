import { randomBytes } from 'node:crypto'
import type { NewSplit, StoredRecovery } from '@latchkey/protocol/vault'
import { and, desc, eq } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import {
  vaultAccounts,
  vaultDevices,
  vaultMethods,
  vaultRecoveries,
  vaultSplits,
} from '../../../data/vault-schema.ts'
import type { Audit, KeyService } from '../contract.ts'
import { lockAccount } from '../lock-account.ts'
import type { Requests } from '../protect/requests.ts'
import { requireFreshProof } from '../protect/require-fresh-proof.ts'
import { refuseConflict, refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import { checkSigned, isSamePublicKeys } from './check-split.ts'
import { deleteUnusedSplits, findRecoverableSplit } from './delete-unused-splits.ts'
import { sealContext, sealShares } from './seal-shares.ts'
import { storeMethods } from './store-methods.ts'

export interface Splits {
  /**
   * Stores a key split. Recovery methods that the split does not name are deleted, together with
   * their recovery shares in all splits.
   * @throws `vault-refused` when the wallet did not sign the split; (409) when another device was
   * first, public keys differ, or a method is unknown
   */
  createSplit(session: Session, split: NewSplit): Promise<StoredSplit>
  /**
   * Decrypts the sign-in share of the key split that belongs to the session's device.
   * @throws `wallet-unopenable`; (500) when the stored share was swapped or changed
   */
  openShare(session: Session, split: string): Promise<Uint8Array>
  /**
   * Returns the key shares that a recovery needs.
   * @throws `recovery-failed` when nothing can be recovered; `wallet-unopenable` (500) as
   *   `openShare`
   */
  recoverShare(session: Session): Promise<RecoveredSplit>
}

export interface StoredSplit {
  readonly id: string
  /**
   * How many of the visitor's recovery methods this split added and removed; 0 for the first split.
   */
  readonly added: number
  readonly removed: number
}

export interface RecoveredSplit {
  readonly split: string
  readonly share: Uint8Array
  /**
   * The recovery shares by method. For the operator's method, `sealed` is the share itself, which
   * the caller then encrypts for the calling device.
   */
  readonly methods: readonly StoredRecovery[]
}

interface SplitsDependencies {
  readonly db: Sql
  readonly keys: KeyService
  readonly recoveryByOperator: boolean
  readonly requests: Pick<Requests, 'isReady' | 'clear'>
  readonly audit: Audit
  readonly now: () => number
}

export function databaseSplits({
  db,
  keys,
  recoveryByOperator,
  requests,
  audit,
  now,
}: SplitsDependencies): Splits {
  const { sealText, openText } = sealShares(keys, audit)
  return {
    async createSplit(session, split) {
      const { account, device } = session
      checkSigned({ account, device }, split)
      const { expects, publics, share, recovery, recovered } = split
      const id = randomBytes(16).toString('base64url')
      const sealedShare = await sealText(share, sealContext('sign-in', account, id))
      return db.transaction(async (tx) => {
        const row = await lockAccount(tx, account)
        const accountSplits = await tx
          .select({ id: vaultSplits.id, device: vaultSplits.device, serial: vaultSplits.serial })
          .from(vaultSplits)
          .where(eq(vaultSplits.accountId, account))
          .orderBy(desc(vaultSplits.serial))
        if ((accountSplits[0]?.id ?? null) !== expects)
          throw refuseConflict('Another device was first')
        if (row.publics && !isSamePublicKeys(row.publics, publics))
          throw refuseConflict('These are the keys of another wallet')
        const isNewSplit =
          row.publics !== null && !accountSplits.some((split) => split.device === device)
        if (isNewSplit && (recovered === undefined || !recovery.length))
          throw refuseConflict('A device without a share recovers the wallet first')
        if (recovered !== undefined && recovered !== (await findRecoverableSplit(tx, account))?.id)
          throw refuseConflict('This is not the split to recover from')
        if (!row.publics)
          await tx.update(vaultAccounts).set({ publics }).where(eq(vaultAccounts.id, account))
        const isOwn = and(eq(vaultSplits.accountId, account), eq(vaultSplits.device, device))
        await tx.update(vaultSplits).set({ device: null }).where(isOwn)
        const serial = (accountSplits[0]?.serial ?? 0) + 1
        await tx
          .insert(vaultSplits)
          .values({ id, accountId: account, device, serial, share: sealedShare, createdAt: now() })
        // All key splits of an account have the recovery methods of the newest one. A deleted
        // method therefore also loses its shares of the older splits that other devices still have:
        // they could otherwise be used for a recovery without a sign-in.
        const {
          ids,
          added: addedCount,
          removed,
        } = await storeMethods(tx, {
          account,
          recovery,
          recoveryByOperator,
          now: now(),
        })
        if (row.publics !== null && addedCount + removed > 0) requireFreshProof(session, now())
        for (const [at, { kind, sealed: text }] of recovery.entries()) {
          const storedText =
            kind === 'operator' ? await sealText(text, sealContext('recovery', account, id)) : text
          await tx
            .insert(vaultRecoveries)
            .values({ splitId: id, methodId: ids[at] as string, sealed: storedText })
        }
        await deleteUnusedSplits(tx, account)
        if (recovered !== undefined) await requests.clear(tx, account)
        return { id, added: addedCount, removed }
      })
    },
    async openShare(session, split) {
      const { account, device } = session
      const isOwn = and(
        eq(vaultSplits.id, split),
        eq(vaultSplits.accountId, account),
        eq(vaultSplits.device, device),
      )
      const [row] = await db.select().from(vaultSplits).where(isOwn)
      if (!row) throw refuseVault('wallet-unopenable')
      await db
        .update(vaultDevices)
        .set({ usedAt: now() })
        .where(and(eq(vaultDevices.accountId, account), eq(vaultDevices.id, device)))
      return openText(row.share, sealContext('sign-in', account, split), session)
    },
    async recoverShare(session) {
      const { account } = session
      const split = await findRecoverableSplit(db, account)
      if (!split) throw refuseVault('recovery-failed')
      const rows = await db
        .select({
          id: vaultMethods.id,
          method: vaultMethods.method,
          sealed: vaultRecoveries.sealed,
        })
        .from(vaultRecoveries)
        .innerJoin(vaultMethods, eq(vaultMethods.id, vaultRecoveries.methodId))
        .where(eq(vaultRecoveries.splitId, split.id))
      const methods: StoredRecovery[] = []
      const isOpened = await requests.isReady(session)
      let isWaiting = false
      for (const { id, method, sealed: text } of rows) {
        const isOperator = method.kind === 'operator'
        // The operator's recovery share is not decrypted when the operator has turned operator
        // recovery off.
        if (isOperator && !recoveryByOperator) continue
        if (isOperator && !isOpened) {
          isWaiting = true
          continue
        }
        const share = isOperator
          ? await openText(text, sealContext('recovery', account, split.id), session)
          : undefined
        const sealed = share ? Buffer.from(share).toString('base64url') : text
        methods.push({ ...method, id, sealed })
      }
      // When only the operator could open the wallet but is not allowed to yet, no recovery share
      // is returned. The call still succeeds, so that the window can tell the visitor what to do.
      if (!methods.length && !isWaiting) throw refuseVault('recovery-failed')
      const share = await openText(split.share, sealContext('sign-in', account, split.id), session)
      return { split: split.id, share, methods }
    },
  }
}

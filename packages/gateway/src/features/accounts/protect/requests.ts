import { randomInt } from 'node:crypto'
import type { RecoveryRequest } from '@latchkey/protocol/vault'
import { and, asc, count, eq, lt } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultDevices, vaultRequests } from '../../../data/vault-schema.ts'
import { lockAccount } from '../lock-account.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'

/** Milliseconds that a recovery request stays open after its waiting time. */
const requestLifeMs = 14 * 86_400_000

/**
 * Maximum number of open recovery requests per account. Anyone who can sign in to the account can
 * use up all of them: open requests are never displaced, and the owner and the operator can stop
 * each.
 */
export const maxRequests = 5

type AccountDevice = Pick<Session, 'account' | 'device'>

/**
 * Recovery requests: a device without a key share asks that the operator's key service open the
 * wallet on it. Nothing is opened before the waiting time is over **and** the operator has
 * confirmed the request.
 */
export interface Requests {
  /**
   * Creates a recovery request, which starts its waiting time; a request that is already open
   * continues unchanged.
   * @returns whether the request is new
   * @throws `requests-full`
   */
  ask(accountDevice: AccountDevice): Promise<boolean>
  /** Stops a device's recovery request; returns whether there was one. */
  stopRequest(accountDevice: AccountDevice): Promise<boolean>
  /**
   * Lists the recovery requests of an account.
   * @param device - calling device; only its own request includes the number to tell the operator
   */
  listRequests(accountDevice: AccountDevice): Promise<readonly RecoveryRequest[]>
  isReady(accountDevice: AccountDevice): Promise<boolean>
  /** Deletes the recovery requests of an account that was recovered or frozen. */
  clear(tx: Sql, account: string): Promise<void>
  sweep(): Promise<void>
}

interface RequestsDependencies {
  readonly db: Sql
  readonly waitMs: number
  readonly now: () => number
}

export function databaseRequests({ db, waitMs, now }: RequestsDependencies): Requests {
  const isOfDevice = ({ account, device }: AccountDevice) =>
    and(eq(vaultRequests.accountId, account), eq(vaultRequests.device, device))
  return {
    ask: ({ account, device }) =>
      db.transaction(async (tx) => {
        // The account is locked so that the device cannot be deleted while its request is made, and
        // so that the count of open requests is exact.
        await lockAccount(tx, account)
        const isOfAccount = eq(vaultRequests.accountId, account)
        const [standing] = await tx
          .select()
          .from(vaultRequests)
          .where(isOfDevice({ account, device }))
        if (standing) return false
        const [open] = await tx.select({ n: count() }).from(vaultRequests).where(isOfAccount)
        if ((open?.n ?? 0) >= maxRequests) throw refuseVault('requests-full')
        const row = { accountId: account, device, askedAt: now(), confirmedAt: null }
        // The number of a request must be unique: in the rare case that another request already has
        // it, a new number is drawn.
        for (let attempt = 0; attempt < 5; attempt += 1) {
          const insertedRows = await tx
            .insert(vaultRequests)
            .values({ ...row, number: drawNumber() })
            .onConflictDoNothing()
            .returning({ device: vaultRequests.device })
          if (insertedRows.length) return true
        }
        throw new Error('no free number for a request')
      }),
    async stopRequest(accountDevice) {
      const stoppedRequests = await db
        .delete(vaultRequests)
        .where(isOfDevice(accountDevice))
        .returning({ device: vaultRequests.device })
      return stoppedRequests.length > 0
    },
    async listRequests({ account, device }) {
      const rows = await db
        .select({ request: vaultRequests, label: vaultDevices.label, site: vaultDevices.site })
        .from(vaultRequests)
        .innerJoin(
          vaultDevices,
          and(
            eq(vaultDevices.accountId, vaultRequests.accountId),
            eq(vaultDevices.id, vaultRequests.device),
          ),
        )
        .where(eq(vaultRequests.accountId, account))
        .orderBy(asc(vaultRequests.askedAt))
      return rows.map(({ request, label, site }) => ({
        device: request.device,
        label,
        site: site ?? '',
        askedAt: request.askedAt,
        opensAt: request.askedAt + waitMs,
        isConfirmed: request.confirmedAt !== null,
        ...(request.device === device && { number: request.number }),
      }))
    },
    async isReady(accountDevice) {
      const [row] = await db.select().from(vaultRequests).where(isOfDevice(accountDevice))
      if (row === undefined) return false
      return row.confirmedAt !== null && now() >= row.askedAt + waitMs
    },
    async clear(tx, account) {
      await tx.delete(vaultRequests).where(eq(vaultRequests.accountId, account))
    },
    async sweep() {
      await db
        .delete(vaultRequests)
        .where(lt(vaultRequests.askedAt, now() - waitMs - requestLifeMs))
    },
  }
}

/**
 * Draws the eight digits that the visitor reads to the operator by telephone. They identify the
 * request and are not secret.
 */
function drawNumber(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0')
}

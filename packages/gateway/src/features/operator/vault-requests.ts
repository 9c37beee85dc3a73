import { randomUUID } from 'node:crypto'
import type { VaultRequestsPage } from '@latchkey/protocol'
import { and, asc, eq } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultAccounts, vaultAudit, vaultDevices, vaultRequests } from '../../data/vault-schema.ts'
import { unfreezeAccount } from '../accounts/protect/freeze.ts'
import { Fault } from './fault.ts'

/**
 * Maximum number of recovery requests in the list; the operator must decide some of them to see the
 * others.
 */
const maxListedRequests = 500

/**
 * Lists the recovery requests that wait for the operator to open a wallet on a device, oldest
 * first.
 */
export async function listRequests(db: Sql): Promise<VaultRequestsPage> {
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
    .orderBy(asc(vaultRequests.askedAt))
    .limit(maxListedRequests)
  const requests = rows.map(
    ({ request: { number, accountId, device, askedAt, confirmedAt }, label, site }) => ({
      number,
      account: accountId,
      device,
      label,
      site,
      askedAt,
      confirmedAt,
    }),
  )
  return { requests }
}

/**
 * Confirms the recovery request with this number: the operator knows that the visitor is the owner.
 * @throws a fault: `not-found`
 */
export async function confirmRequest(db: Sql, number: string): Promise<void> {
  const timestamp = Date.now()
  const confirmedRows = await db
    .update(vaultRequests)
    .set({ confirmedAt: timestamp })
    .where(eq(vaultRequests.number, number))
    .returning({ account: vaultRequests.accountId, device: vaultRequests.device })
  await noteAudit(db, timestamp, 'recovery-confirmed by operator', confirmedRows[0])
}

/** Refuses a recovery request. @throws a fault: `not-found` */
export async function refuseRequest(db: Sql, number: string): Promise<void> {
  const refusedRows = await db
    .delete(vaultRequests)
    .where(eq(vaultRequests.number, number))
    .returning({ account: vaultRequests.accountId, device: vaultRequests.device })
  await noteAudit(db, Date.now(), 'recovery-stopped by operator', refusedRows[0])
}

/**
 * Ends the freeze of an account, for an owner who has no device with the wallet.
 * @throws a fault: `not-found`
 */
export async function unfreezeByOperator(db: Sql, account: string): Promise<void> {
  const [known] = await db
    .select({ id: vaultAccounts.id })
    .from(vaultAccounts)
    .where(eq(vaultAccounts.id, account))
  if (known) await db.transaction((tx) => unfreezeAccount(tx, account))
  await noteAudit(
    db,
    Date.now(),
    'account-unfrozen by operator',
    known && { account, device: null },
  )
}

/**
 * Writes the operator's decision to the audit log before the call is answered, so that the visitor
 * can read it there.
 */
async function noteAudit(
  db: Sql,
  timestamp: number,
  auditEvent: string,
  accountDevice: { readonly account: string; readonly device: string | null } | undefined,
): Promise<void> {
  if (!accountDevice)
    throw new Fault('not-found', 'There is no such request or account', 'List the requests again')
  await db
    .insert(vaultAudit)
    .values({ id: randomUUID(), at: timestamp, ...accountDevice, what: auditEvent, code: null })
}

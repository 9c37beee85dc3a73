import { randomBytes } from 'node:crypto'
import type { Proved, SignedIn } from '@latchkey/protocol/vault'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultAccounts, vaultDevices, vaultIdentities } from '../../data/vault-schema.ts'
import type { Challenge, Codes } from './codes/codes.ts'
import type { Accounts, Audit, Device, Identity } from './contract.ts'
import { lockAccount } from './lock-account.ts'
import { deleteExcessDevices } from './protect/delete-excess-devices.ts'
import type { Sessions } from './sessions.ts'

interface AccountsDependencies {
  readonly db: Sql
  readonly codes: Pick<Codes, 'ask'>
  readonly sessions: Pick<Sessions, 'open'>
  readonly audit: Audit
  readonly now: () => number
}

/**
 * The accounts in the database; beside the operations of `Accounts` it has the second step of a
 * sign-in on a new device.
 */
export interface DatabaseAccounts extends Accounts {
  /** Marks a device as confirmed after the mailed code of `challenge` was typed. */
  confirmDevice(challenge: Challenge): Promise<SignedIn>
}

export function databaseAccounts({
  db,
  codes,
  sessions,
  audit,
  now,
}: AccountsDependencies): DatabaseAccounts {
  /** Adds a device to an account; a device that was revoked is added again without a key share. */
  async function admitDevice(
    tx: Sql,
    account: string,
    device: Omit<Device, 'caller'>,
  ): Promise<void> {
    // The account is locked before anything is written: otherwise two sign-ins at once would
    // deadlock.
    await lockAccount(tx, account)
    const { id, project, site, label } = device
    const deviceRow = { project, site, label, usedAt: now(), revokedAt: null }
    await tx
      .insert(vaultDevices)
      .values({ accountId: account, id, ...deviceRow, createdAt: now() })
      .onConflictDoUpdate({ target: [vaultDevices.accountId, vaultDevices.id], set: deviceRow })
    await deleteExcessDevices(tx, account, id)
  }

  return {
    async prove(identity, device) {
      const outcome = await db.transaction(async (tx) => {
        // The lock on the identity prevents two simultaneous first sign-ins with it from creating
        // two accounts.
        const name = JSON.stringify([identity.kind, identity.issuer, identity.subject])
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`vault ${name}`}, 0))`)
        const [known] = await tx.select().from(vaultIdentities).where(isIdentity(identity))
        if (!known) {
          const account = await createAccount(tx, identity, now())
          await admitDevice(tx, account, device)
          audit({ account, what: `account-made ${identity.kind}`, device: device.id })
          return sessions.open(account, device.id, tx)
        }
        const account = known.accountId
        const { label, email: identityEmail = null } = identity
        if (known.label !== label || known.email !== identityEmail)
          await tx
            .update(vaultIdentities)
            .set({ label, email: identityEmail })
            .where(isIdentity(identity))
        const email = (await isDevice(tx, account, device.id))
          ? undefined
          : await findMailbox(tx, account)
        if (email !== undefined) return { account, email }
        await admitDevice(tx, account, device)
        audit({ account, what: `signed-in ${identity.kind}`, device: device.id })
        return sessions.open(account, device.id, tx)
      })
      if ('state' in outcome) return outcome
      const { account, email } = outcome
      const sentCode = await codes.ask({ purpose: 'device', email, device, account })
      return {
        state: 'confirm-device',
        email: maskAddress(email, identity),
        ...sentCode,
      } satisfies Proved
    },
    async confirmDevice({ accountId, device: id, project, site, label }) {
      const account = accountId as string
      audit({ account, what: 'device-confirmed', device: id })
      return db.transaction(async (tx) => {
        await admitDevice(tx, account, { id, project, site, label })
        return sessions.open(account, id, tx)
      })
    },
    async isKnown(identity, device) {
      const [known] = await db.select().from(vaultIdentities).where(isIdentity(identity))
      return known !== undefined && isDevice(db, known.accountId, device)
    },
  }
}

function isIdentity({ kind, issuer, subject }: Identity) {
  return and(
    eq(vaultIdentities.kind, kind),
    eq(vaultIdentities.issuer, issuer),
    eq(vaultIdentities.subject, subject),
  )
}

async function createAccount(
  tx: Sql,
  { kind, issuer, subject, label, email }: Identity,
  createdAt: number,
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  await tx.insert(vaultAccounts).values({ id, createdAt })
  await tx
    .insert(vaultIdentities)
    .values({ kind, issuer, subject, label, email: email ?? null, accountId: id, createdAt })
  return id
}

async function isDevice(db: Sql, account: string, device: string): Promise<boolean> {
  const [found] = await db
    .select({ id: vaultDevices.id })
    .from(vaultDevices)
    .where(
      and(
        eq(vaultDevices.accountId, account),
        eq(vaultDevices.id, device),
        isNull(vaultDevices.revokedAt),
      ),
    )
  return found !== undefined
}

/**
 * Returns the account's oldest email address, to which for example the code that confirms a new
 * device is mailed. Undefined for accounts with social sign-in only.
 */
export async function findMailbox(db: Sql, account: string): Promise<string | undefined> {
  const [found] = await db
    .select({ subject: vaultIdentities.subject })
    .from(vaultIdentities)
    .where(and(eq(vaultIdentities.accountId, account), eq(vaultIdentities.kind, 'email')))
    .orderBy(asc(vaultIdentities.createdAt))
    .limit(1)
  return found?.subject
}

/** Maximum number of addresses of one account that receive notices. */
const maxNoticeAddresses = 10

/**
 * Returns the addresses to which notices of an account are mailed: the account's own address, and
 * those that providers confirmed for its other identities. No code is mailed to the addresses from
 * providers.
 */
export async function noticeAddresses(db: Sql, account: string): Promise<readonly string[]> {
  const rows = await db
    .select()
    .from(vaultIdentities)
    .where(eq(vaultIdentities.accountId, account))
    .orderBy(asc(vaultIdentities.createdAt))
  const addresses = rows.map(({ kind, subject, email }) => (kind === 'email' ? subject : email))
  return [...new Set(addresses.filter((to) => to !== null))].slice(0, maxNoticeAddresses)
}

/**
 * Returns the full email address for a visitor who proved it; otherwise a masked form that only its
 * owner recognises.
 */
function maskAddress(email: string, { kind, subject }: Identity): string {
  if (kind === 'email' && subject === email) return email
  const atSignIndex = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(atSignIndex)}`
}

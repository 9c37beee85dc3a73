import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from '@latchkey/protocol/vault'
import { and, eq, lt } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultAccounts, vaultDevices, vaultSessions } from '../../data/vault-schema.ts'
import type { Audit } from './contract.ts'
import type { Pepper } from './keys/pepper.ts'
import { refuseVault } from './refuse-vault.ts'

/**
 * Milliseconds that a session's previous token stays valid after a refresh, because two refreshes
 * may run at once or an answer may be lost.
 */
const rotationGraceMs = 30_000
const refreshSeconds = 600
const idBytes = 16

export interface Session {
  readonly id: string
  readonly account: string
  readonly device: string
  readonly provedAt: number
  /** Whether the owner froze the account. */
  readonly isFrozen: boolean
}

/**
 * Sessions of accounts. A session token is a 16-byte id and a 16-byte secret; it is valid only
 * together with a proof by the device's key.
 */
export interface Sessions {
  /**
   * Opens a session and ends earlier sessions of the same device and account.
   * @param tx - database transaction that records the proof of identity
   */
  open(account: string, device: string, tx: Sql): Promise<SignedIn>
  /** Reads a session. @throws `proof-needed`, `device-revoked`, `vault-refused` */
  read(token: string, device: string): Promise<Session>
  refresh(token: string, device: string): Promise<SignedIn['session']>
  /**
   * Ends a session, or with `isEverywhere` all sessions of the account.
   * @throws as `read`
   */
  end(session: Session, isEverywhere: boolean): Promise<void>
  /** Records a new proof of identity in a session. */
  markProved(session: Pick<Session, 'id'>): Promise<void>
  sweep(): Promise<void>
}

interface SessionsDependencies {
  readonly db: Sql
  readonly pepper: Pepper
  readonly audit: Audit
  readonly signInHours: number
  readonly now: () => number
}

type SessionRow = typeof vaultSessions.$inferSelect

interface FoundSession {
  readonly row: SessionRow
  readonly isNewest: boolean
  readonly isFrozen: boolean
}

export function databaseSessions({
  db,
  pepper,
  audit,
  signInHours,
  now,
}: SessionsDependencies): Sessions {
  // The secret of a token is derived from its id and the number of refreshes, so a refresh whose
  // answer was lost can be repeated with the same result.
  const deriveSecret = (id: string, rotation: number): Buffer =>
    pepper('session', id, rotation).subarray(0, 16)
  const formatSession = ({
    id,
    rotation,
    expiresAt,
  }: Pick<SessionRow, 'id' | 'rotation' | 'expiresAt'>): SignedIn['session'] => ({
    token: Buffer.concat([Buffer.from(id, 'base64url'), deriveSecret(id, rotation)]).toString(
      'base64url',
    ),
    refreshIn: refreshSeconds,
    expiresAt,
  })

  async function findSession(token: string, device: string): Promise<FoundSession> {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length !== 32) throw refuseVault('proof-needed')
    const id = bytes.subarray(0, idBytes).toString('base64url')
    const [found] = await db
      .select({
        row: vaultSessions,
        revokedAt: vaultDevices.revokedAt,
        frozenAt: vaultAccounts.frozenAt,
      })
      .from(vaultSessions)
      .innerJoin(
        vaultDevices,
        and(
          eq(vaultDevices.accountId, vaultSessions.accountId),
          eq(vaultDevices.id, vaultSessions.device),
        ),
      )
      .innerJoin(vaultAccounts, eq(vaultAccounts.id, vaultSessions.accountId))
      .where(eq(vaultSessions.id, id))
    if (!found) throw refuseVault('proof-needed')
    const { row, revokedAt, frozenAt } = found
    const isFrozen = frozenAt !== null
    if (row.device !== device) {
      audit({ account: row.accountId, what: 'session-foreign', device, code: 'vault-refused' })
      throw refuseVault('vault-refused', {
        status: 401,
        reason: 'The session is of another device',
      })
    }
    if (revokedAt !== null) throw refuseVault('device-revoked')
    if (row.expiresAt <= now()) throw refuseVault('proof-needed')
    const presentedHash = hashSecret(bytes.subarray(idBytes))
    if (isSameHash(presentedHash, row.hash)) return { row, isNewest: true, isFrozen }
    if (
      row.previousHash &&
      isSameHash(presentedHash, row.previousHash) &&
      now() - row.rotatedAt <= rotationGraceMs
    )
      return { row, isNewest: false, isFrozen }
    await db.delete(vaultSessions).where(eq(vaultSessions.id, id))
    audit({ account: row.accountId, what: 'session-reused', device, code: 'proof-needed' })
    throw refuseVault('proof-needed', { reason: 'An older token came back: the session has ended' })
  }

  return {
    async open(account, device, tx) {
      const id = randomBytes(idBytes).toString('base64url')
      const timestamp = now()
      const expiresAt = timestamp + signInHours * 3_600_000
      await tx
        .delete(vaultSessions)
        .where(and(eq(vaultSessions.accountId, account), eq(vaultSessions.device, device)))
      const row = {
        id,
        accountId: account,
        device,
        rotation: 0,
        hash: hashSecret(deriveSecret(id, 0)),
      }
      await tx
        .insert(vaultSessions)
        .values({ ...row, rotatedAt: timestamp, provedAt: timestamp, expiresAt })
      return { state: 'signed-in', session: formatSession({ id, rotation: 0, expiresAt }) }
    },
    async read(token, device) {
      const { row, isFrozen } = await findSession(token, device)
      return { id: row.id, account: row.accountId, device, provedAt: row.provedAt, isFrozen }
    },
    async refresh(token, device) {
      const { row, isNewest } = await findSession(token, device)
      if (!isNewest) return formatSession(row)
      const rotation = row.rotation + 1
      const [changed] = await db
        .update(vaultSessions)
        .set({
          rotation,
          hash: hashSecret(deriveSecret(row.id, rotation)),
          previousHash: row.hash,
          rotatedAt: now(),
        })
        .where(and(eq(vaultSessions.id, row.id), eq(vaultSessions.rotation, row.rotation)))
        .returning()
      // Another refresh of the same session was faster: its token is the newest, and this call
      // returns the same one.
      return formatSession(changed ?? { ...row, rotation })
    },
    async end({ id, account, device }, isEverywhere) {
      const sessionFilter = isEverywhere
        ? eq(vaultSessions.accountId, account)
        : eq(vaultSessions.id, id)
      await db.delete(vaultSessions).where(sessionFilter)
      audit({ account, what: isEverywhere ? 'signed-out-everywhere' : 'signed-out', device })
    },
    async markProved({ id }) {
      await db.update(vaultSessions).set({ provedAt: now() }).where(eq(vaultSessions.id, id))
    },
    async sweep() {
      await db.delete(vaultSessions).where(lt(vaultSessions.expiresAt, now()))
    },
  }
}

function hashSecret(secret: Buffer): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function isSameHash(firstHash: string, secondHash: string): boolean {
  const [a, b] = [Buffer.from(firstHash), Buffer.from(secondHash)]
  return a.length === b.length && timingSafeEqual(a, b)
}

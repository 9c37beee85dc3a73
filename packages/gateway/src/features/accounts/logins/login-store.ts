import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { vaultLogins } from '../../../data/login-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { drawCode } from '../../mail/six-digits.ts'
import type { Identity, Logins } from '../contract.ts'
import type { LoginRow } from './login-state.ts'
import { refuseLogin } from './refuse-login.ts'

/** The fields with which a frame registers a sign-in. */
export type NewLogin = Omit<
  typeof vaultLogins.$inferInsert,
  'state' | 'code' | 'beatAt' | 'browser' | 'identity' | 'number' | 'tries' | 'isAgreed'
>

/** Sign-ins in the database. Callers pass ids, secrets and cookies as SHA-256. */
export interface LoginStore extends Logins {
  /**
   * Registers a sign-in. A reloaded frame registers its sign-in again, which changes only the
   * secret.
   * @throws `login-expired` (409) when the id was used before, by another device or for another
   *   purpose
   */
  registerLogin(login: NewLogin): Promise<void>
  find(id: string): Promise<LoginRow | undefined>
  findAll(ids: readonly string[]): Promise<readonly LoginRow[]>
  /** Records a heartbeat of the login window, or that the window leaves for the provider's page. */
  recordHeartbeat(id: string, isLeaving: boolean): Promise<void>
  /**
   * Binds a sign-in to a browser. Unless the page vouched for the login window, a random number is
   * chosen, which the visitor must type into the page.
   * @throws `login-refused` when the sign-in is over, or bound to another browser
   */
  bindBrowser(id: string, browser: string, isVouched: boolean): Promise<void>
  /**
   * Checks the number that the visitor typed; false when it is wrong.
   * @throws `login-expired` (409) after too many tries
   */
  confirmNumber(id: string, number: string): Promise<boolean>
  /**
   * Records that the visitor agreed to the sign-in, in the browser to which it is bound.
   * @throws `login-refused`
   */
  recordAgreement(id: string, browser: string): Promise<void>
  /** Returns the proved identity of a sign-in, only once. @throws `login-expired` (409) */
  collectIdentity(row: LoginRow): Promise<Identity>
  /**
   * Returns at most 20 sign-ins whose Farcaster channel is due for a poll, and reserves them for
   * this process for `leaseMs` milliseconds.
   */
  claimLeases(leaseMs: number): Promise<readonly LoginRow[]>
  /** Ends the reservation of a sign-in and sets the time of its next poll to `pollAt`. */
  releaseLease(id: string, pollAt: number): Promise<void>
  /** Whether any sign-in has a Farcaster channel that still needs polling. */
  isPolling(): Promise<boolean>
  sweep(): Promise<void>
}

/** Milliseconds that a sign-in is kept after it has ended. */
const collectedKeptMs = 600_000
const activeStates = ['awaited', 'open', 'away'] as const
/** Maximum number of attempts to type the number of a login window. */
const maxTries = 3

/**
 * Opens the sign-ins of the database.
 * @param now - milliseconds; the clocks of replicas must agree within a tenth of a second
 */
export function databaseLogins(db: Sql, now: () => number): LoginStore {
  /** Condition that matches a sign-in that can still change. */
  const isChangeable = (id: string) =>
    and(
      eq(vaultLogins.id, id),
      inArray(vaultLogins.state, activeStates),
      gt(vaultLogins.expiresAt, now()),
    )
  const isProvedLogin = (id: string) =>
    and(eq(vaultLogins.id, id), eq(vaultLogins.state, 'proved'), gt(vaultLogins.expiresAt, now()))
  const isPolledLogin = () =>
    and(
      isNotNull(vaultLogins.pollAt),
      inArray(vaultLogins.state, activeStates),
      gt(vaultLogins.expiresAt, now()),
    )
  const changeLogin = (id: string, changes: Partial<LoginRow>, condition = isChangeable(id)) =>
    db.update(vaultLogins).set(changes).where(condition).returning({ id: vaultLogins.id })

  return {
    async registerLogin(login) {
      const insertedRows = await db
        .insert(vaultLogins)
        .values({ ...login, state: 'awaited' })
        .onConflictDoNothing()
        .returning({ id: vaultLogins.id })
      if (insertedRows.length) return
      const { id, device, project, provider, site, accountId = null, channel = null } = login
      const isOwn = and(
        eq(vaultLogins.id, id),
        eq(vaultLogins.device, device),
        eq(vaultLogins.project, project),
        eq(vaultLogins.provider, provider),
        eq(vaultLogins.site, site),
        gt(vaultLogins.expiresAt, now()),
        inArray(vaultLogins.state, [...activeStates, 'proved']),
        isNull(vaultLogins.channel),
        accountId === null ? isNull(vaultLogins.accountId) : eq(vaultLogins.accountId, accountId),
      )
      const [again] =
        channel === null
          ? await db
              .update(vaultLogins)
              .set({ secret: login.secret })
              .where(isOwn)
              .returning({ id: vaultLogins.id })
          : []
      if (!again) throw refuseLogin('login-expired', 409)
    },
    async find(id) {
      const [loginRow] = await db.select().from(vaultLogins).where(eq(vaultLogins.id, id))
      return loginRow
    },
    findAll: (ids) =>
      db
        .select()
        .from(vaultLogins)
        .where(inArray(vaultLogins.id, [...ids])),
    async recordHeartbeat(id, isLeaving) {
      await changeLogin(id, { state: isLeaving ? 'away' : 'open', beatAt: now() })
    },
    async bindBrowser(id, browser, isVouched) {
      const isBrowserFree = or(isNull(vaultLogins.browser), eq(vaultLogins.browser, browser))
      const confirmation = isVouched ? { isConfirmed: true } : { number: drawCode() }
      const boundRows = await changeLogin(
        id,
        { browser, ...confirmation },
        and(isChangeable(id), isBrowserFree),
      )
      if (!boundRows.length) throw refuseLogin('login-refused', 403)
    },
    async confirmNumber(id, number) {
      // The attempt is counted before the number is compared, so that many attempts at once cannot
      // evade the limit.
      const [tried] = await db
        .update(vaultLogins)
        .set({ tries: sql`${vaultLogins.tries} + 1` })
        .where(
          and(isProvedLogin(id), isNotNull(vaultLogins.number), lt(vaultLogins.tries, maxTries)),
        )
        .returning()
      if (!tried) throw refuseLogin('login-expired', 409)
      const isNumberRight = number === tried.number
      if (isNumberRight) await changeLogin(id, { isConfirmed: true }, isProvedLogin(id))
      else if (tried.tries >= maxTries)
        await changeLogin(
          id,
          { state: 'failed', code: 'login-number-wrong', identity: null },
          isProvedLogin(id),
        )
      return isNumberRight
    },
    async recordAgreement(id, browser) {
      const agreedRows = await changeLogin(
        id,
        { isAgreed: true },
        and(isProvedLogin(id), eq(vaultLogins.browser, browser)),
      )
      if (!agreedRows.length) throw refuseLogin('login-refused', 403)
    },
    async proveLogin(id, { kind, issuer, subject, label, email }) {
      // A Farcaster sign-in has no browser window: its channel belongs to the gateway.
      const isBrowserBound = or(isNotNull(vaultLogins.browser), isNotNull(vaultLogins.channel))
      const emailField = email === undefined ? {} : { email }
      const identity = { kind, issuer, subject, label, ...emailField }
      const provedRows = await changeLogin(
        id,
        { state: 'proved', identity, pollAt: null },
        and(isChangeable(id), isBrowserBound),
      )
      if (!provedRows.length) throw refuseLogin('login-expired', 409)
    },
    async failLogin(id, code) {
      await changeLogin(id, { state: 'failed', code, pollAt: null })
    },
    async collectIdentity({ id, identity }) {
      const isAgreedOrNew = or(isNull(vaultLogins.accountId), eq(vaultLogins.isAgreed, true))
      const isCollectable = and(isProvedLogin(id), eq(vaultLogins.isConfirmed, true), isAgreedOrNew)
      const collectedRows = await changeLogin(
        id,
        { state: 'collected', identity: null },
        isCollectable,
      )
      if (!collectedRows.length || !identity) throw refuseLogin('login-expired', 409)
      return identity
    },
    async claimLeases(leaseMs) {
      const dueLogins = db
        .select({ id: vaultLogins.id })
        .from(vaultLogins)
        .where(and(isPolledLogin(), lte(vaultLogins.pollAt, now())))
        .orderBy(asc(vaultLogins.pollAt))
        .limit(20)
        .for('update', { skipLocked: true })
      return db
        .update(vaultLogins)
        .set({ pollAt: now() + leaseMs })
        .where(inArray(vaultLogins.id, dueLogins))
        .returning()
    },
    async releaseLease(id, pollAt) {
      await changeLogin(id, { pollAt })
    },
    async isPolling() {
      const polledRows = await db
        .select({ id: vaultLogins.id })
        .from(vaultLogins)
        .where(isPolledLogin())
        .limit(1)
      return polledRows.length > 0
    },
    async sweep() {
      // A finished sign-in is kept for a while, so that a waiting frame can still read its result.
      await db.delete(vaultLogins).where(lt(vaultLogins.expiresAt, now() - collectedKeptMs))
    },
  }
}

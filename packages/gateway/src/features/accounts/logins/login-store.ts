import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { vaultLogins } from '../../../data/login-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { drawCode } from '../../mail/six-digits.ts'
import type { Identity, Logins } from '../contract.ts'
import type { LoginRow } from './login-state.ts'
import { refuseLogin } from './refuse-login.ts'

/** What a frame registers. */
export type NewLogin = Omit<
  typeof vaultLogins.$inferInsert,
  'state' | 'code' | 'beatAt' | 'browser' | 'identity' | 'number' | 'tries' | 'isAgreed'
>

/** Sign-ins in the database; ids, secrets and cookies come as SHA-256. */
export interface LoginStore extends Logins {
  /**
   * A frame that was loaded again registers its own once more: all stays, its secret is new.
   * @throws `login-expired` (409) when the id was used before, by another device or for anything
   *   else
   */
  registerLogin(login: NewLogin): Promise<void>
  find(id: string): Promise<LoginRow | undefined>
  findAll(ids: readonly string[]): Promise<readonly LoginRow[]>
  /** A page of the vault is in the window, or leaves it for the provider. */
  recordBeat(id: string, isLeaving: boolean): Promise<void>
  /**
   * Binds it to a browser: one that the page vouched for, or one for which a number is drawn that
   * the page asks for.
   * @throws `login-refused` where it is over, or bound to another
   */
  bindBrowser(id: string, browser: string, isVouched: boolean): Promise<void>
  /**
   * Whether `number` is the one drawn; false where it is another. @throws `login-expired` (409)
   * after too many
   */
  confirmNumber(id: string, number: string): Promise<boolean>
  /** It was agreed to in the window of that browser. @throws `login-refused` */
  recordAgreement(id: string, browser: string): Promise<void>
  /** The identity, for once. @throws `login-expired` (409) */
  collectIdentity(row: LoginRow): Promise<Identity>
  /**
   * Leases of at most 20 sign-ins whose channel is to be asked now; no other process asks them for
   * `leaseMs`.
   */
  claimLeases(leaseMs: number): Promise<readonly LoginRow[]>
  /** Ends a lease: asked again at `pollAt`. */
  releaseLease(id: string, pollAt: number): Promise<void>
  /** Whether any channel is still to be asked. */
  isPolling(): Promise<boolean>
  sweep(): Promise<void>
}

/** How long a sign-in that is over is remembered. */
const keptMs = 600_000
const going = ['awaited', 'open', 'away'] as const
/** How often a number may be typed. */
const mostTries = 3

/** @param now - milliseconds; replicas' clocks must agree within a tenth of a second */
export function databaseLogins(db: Sql, now: () => number): LoginStore {
  /** What may still change. */
  const isGoing = (id: string) =>
    and(eq(vaultLogins.id, id), inArray(vaultLogins.state, going), gt(vaultLogins.expiresAt, now()))
  const isProved = (id: string) =>
    and(eq(vaultLogins.id, id), eq(vaultLogins.state, 'proved'), gt(vaultLogins.expiresAt, now()))
  const isPolled = () =>
    and(
      isNotNull(vaultLogins.pollAt),
      inArray(vaultLogins.state, going),
      gt(vaultLogins.expiresAt, now()),
    )
  const changeLogin = (id: string, set: Partial<LoginRow>, where = isGoing(id)) =>
    db.update(vaultLogins).set(set).where(where).returning({ id: vaultLogins.id })

  return {
    async registerLogin(login) {
      const made = await db
        .insert(vaultLogins)
        .values({ ...login, state: 'awaited' })
        .onConflictDoNothing()
        .returning({ id: vaultLogins.id })
      if (made.length) return
      const { id, device, project, provider, site, accountId = null, channel = null } = login
      const isOwn = and(
        eq(vaultLogins.id, id),
        eq(vaultLogins.device, device),
        eq(vaultLogins.project, project),
        eq(vaultLogins.provider, provider),
        eq(vaultLogins.site, site),
        gt(vaultLogins.expiresAt, now()),
        inArray(vaultLogins.state, [...going, 'proved']),
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
      const [found] = await db.select().from(vaultLogins).where(eq(vaultLogins.id, id))
      return found
    },
    findAll: (ids) =>
      db
        .select()
        .from(vaultLogins)
        .where(inArray(vaultLogins.id, [...ids])),
    async recordBeat(id, isLeaving) {
      await changeLogin(id, { state: isLeaving ? 'away' : 'open', beatAt: now() })
    },
    async bindBrowser(id, browser, isVouched) {
      const isFree = or(isNull(vaultLogins.browser), eq(vaultLogins.browser, browser))
      const how = isVouched ? { isConfirmed: true } : { number: drawCode() }
      const bound = await changeLogin(id, { browser, ...how }, and(isGoing(id), isFree))
      if (!bound.length) throw refuseLogin('login-refused', 403)
    },
    async confirmNumber(id, number) {
      // Counted before it is compared: of many tries at once, none is free.
      const [tried] = await db
        .update(vaultLogins)
        .set({ tries: sql`${vaultLogins.tries} + 1` })
        .where(and(isProved(id), isNotNull(vaultLogins.number), lt(vaultLogins.tries, mostTries)))
        .returning()
      if (!tried) throw refuseLogin('login-expired', 409)
      const isRight = number === tried.number
      if (isRight) await changeLogin(id, { isConfirmed: true }, isProved(id))
      else if (tried.tries >= mostTries)
        await changeLogin(
          id,
          { state: 'failed', code: 'login-number-wrong', identity: null },
          isProved(id),
        )
      return isRight
    },
    async recordAgreement(id, browser) {
      const agreed = await changeLogin(
        id,
        { isAgreed: true },
        and(isProved(id), eq(vaultLogins.browser, browser)),
      )
      if (!agreed.length) throw refuseLogin('login-refused', 403)
    },
    async proveLogin(id, { kind, issuer, subject, label, email }) {
      // Farcaster has no window: its channel is the server's own.
      const isBound = or(isNotNull(vaultLogins.browser), isNotNull(vaultLogins.channel))
      const told = email === undefined ? {} : { email }
      const identity = { kind, issuer, subject, label, ...told }
      const proved = await changeLogin(
        id,
        { state: 'proved', identity, pollAt: null },
        and(isGoing(id), isBound),
      )
      if (!proved.length) throw refuseLogin('login-expired', 409)
    },
    async failLogin(id, code) {
      await changeLogin(id, { state: 'failed', code, pollAt: null })
    },
    async collectIdentity({ id, identity }) {
      const isWanted = or(isNull(vaultLogins.accountId), eq(vaultLogins.isAgreed, true))
      const isGiven = and(isProved(id), eq(vaultLogins.isConfirmed, true), isWanted)
      const taken = await changeLogin(id, { state: 'collected', identity: null }, isGiven)
      if (!taken.length || !identity) throw refuseLogin('login-expired', 409)
      return identity
    },
    async claimLeases(leaseMs) {
      const due = db
        .select({ id: vaultLogins.id })
        .from(vaultLogins)
        .where(and(isPolled(), lte(vaultLogins.pollAt, now())))
        .orderBy(asc(vaultLogins.pollAt))
        .limit(20)
        .for('update', { skipLocked: true })
      return db
        .update(vaultLogins)
        .set({ pollAt: now() + leaseMs })
        .where(inArray(vaultLogins.id, due))
        .returning()
    },
    async releaseLease(id, pollAt) {
      await changeLogin(id, { pollAt })
    },
    async isPolling() {
      const found = await db
        .select({ id: vaultLogins.id })
        .from(vaultLogins)
        .where(isPolled())
        .limit(1)
      return found.length > 0
    },
    async sweep() {
      // A frame that still waits is told that it is over.
      await db.delete(vaultLogins).where(lt(vaultLogins.expiresAt, now() - keptMs))
    },
  }
}

import type { AccountId } from '@latchkey/protocol'
import type { Siwx } from '../create-siwx.ts'
import { refuse } from '../errors/siwx-error.ts'
import { readAccount } from '../families/read-account.ts'
import { hashToken, isToken, makeToken } from '../proof/random.ts'
import type { StoredSession } from '../stores/siwx-store.ts'

/** The session of a visitor who is signed in, as the client reads it. */
export interface SiwxSession {
  /** CAIP-10 ids: first the account that signed in, then those that are linked to it. */
  readonly accounts: readonly AccountId[]
  /** End of the session, in ISO 8601. */
  readonly expiresAt: string
}

/** A session together with the value of its cookie. */
export interface OpenSession {
  readonly token: string
  readonly session: SiwxSession
}

/** Opens a session for an account whose proof was accepted, always with a new cookie value. */
export async function openSession(
  siwx: Siwx,
  account: AccountId,
  expiresAt: number = siwx.now() + siwx.sessionLifetimeMs,
): Promise<OpenSession> {
  const token = makeToken()
  const stored: StoredSession = { account, expiresAt }
  await siwx.store.putSession(hashToken(token), stored)
  return { token, session: await completeSession(siwx, stored) }
}

/** Finds the session that the value of a cookie belongs to; undefined when there is none. */
export async function findSession(
  siwx: Siwx,
  token: string | undefined,
): Promise<StoredSession | undefined> {
  const stored = isToken(token) ? await siwx.store.readSession(hashToken(token)) : undefined
  return stored && stored.expiresAt > siwx.now() ? stored : undefined
}

/** Ends the session that the value of a cookie belongs to; does nothing when there is none. */
export async function endSession(siwx: Siwx, token: string | undefined): Promise<void> {
  if (isToken(token)) await siwx.store.deleteSession(hashToken(token))
}

/**
 * Returns a stored session with its linked accounts, as the client reads it. The links are looked
 * up each time, so that unlinking takes effect at once.
 */
export async function completeSession(siwx: Siwx, stored: StoredSession): Promise<SiwxSession> {
  const linked = await siwx.store.readLinked(stored.account)
  return {
    accounts: [stored.account, ...linked.filter((one) => one !== stored.account)],
    expiresAt: new Date(stored.expiresAt).toISOString(),
  }
}

/**
 * Links an account whose proof was accepted to the account of a session.
 * @throws `accounts-too-many` | `account-linked-elsewhere`
 */
export async function linkAccount(
  siwx: Siwx,
  stored: StoredSession,
  added: AccountId,
): Promise<SiwxSession> {
  const linked = await siwx.store.readLinked(stored.account)
  if (!linked.includes(added)) {
    if (linked.length >= siwx.mostAccounts) refuse('accounts-too-many')
    if (!(await siwx.store.link(stored.account, added))) refuse('account-linked-elsewhere')
  }
  return completeSession(siwx, stored)
}

/**
 * Unlinks an account from the accounts of a session. When it is the account that signed in, the
 * sessions that it opened no longer include the other accounts; the given session continues as a
 * session of the next account, with a new cookie value.
 * @throws `account-invalid` | `account-last` | `account-not-linked`
 */
export async function unlinkAccount(
  siwx: Siwx,
  open: { readonly token: string; readonly stored: StoredSession },
  account: unknown,
): Promise<OpenSession> {
  const { token, stored } = open
  const removed = readAccount(account)
  const linked = await siwx.store.readLinked(stored.account)
  if (!linked.includes(removed)) refuse('account-not-linked')
  const next = removed === stored.account ? linked.find((one) => one !== removed) : stored.account
  if (next === undefined || !(await siwx.store.unlink(stored.account, removed)))
    return refuse('account-last')
  if (next === stored.account) return { token, session: await completeSession(siwx, stored) }
  await endSession(siwx, token)
  return openSession(siwx, next, stored.expiresAt)
}

import type { AccountId } from '@latchkey/protocol'
import type { Siwx } from '../create-siwx.ts'
import { refuse } from '../errors/siwx-error.ts'
import { readAccount } from '../families/read-account.ts'
import { hashToken, isToken, makeToken } from '../proof/random.ts'
import type { StoredSession } from '../stores/siwx-store.ts'

/** Who is signed in. */
export interface SiwxSession {
  /** CAIP-10; the first is the one that signed in, the others are linked to it. */
  readonly accounts: readonly AccountId[]
  /** ISO 8601. */
  readonly expiresAt: string
}

/** A session together with the cookie's value that stands for it. */
export interface OpenSession {
  readonly token: string
  readonly session: SiwxSession
}

/** Opens a session for an account that has proved itself; it always has a new cookie. */
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

/** The session that a cookie's value stands for; undefined when there is none. */
export async function findSession(
  siwx: Siwx,
  token: string | undefined,
): Promise<StoredSession | undefined> {
  const stored = isToken(token) ? await siwx.store.readSession(hashToken(token)) : undefined
  return stored && stored.expiresAt > siwx.now() ? stored : undefined
}

/** Ends a session; a value that stands for none is no fault. */
export async function endSession(siwx: Siwx, token: string | undefined): Promise<void> {
  if (isToken(token)) await siwx.store.deleteSession(hashToken(token))
}

/** The session as it is shown. What is linked is looked up each time, so unlinking works at once. */
export async function completeSession(siwx: Siwx, stored: StoredSession): Promise<SiwxSession> {
  const linked = await siwx.store.readLinked(stored.account)
  return {
    accounts: [stored.account, ...linked.filter((one) => one !== stored.account)],
    expiresAt: new Date(stored.expiresAt).toISOString(),
  }
}

/**
 * Links an account that has proved itself to the one of a session.
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
 * Takes an account out of those of a session. When it is the one that signed in, its sessions see
 * the others no more; this one goes on, with a new cookie, as the session of the next account.
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
